"""JupyterLab's scheduler runs jobs the way `evidencelab report` does: `jupyter lab --config THIS_FILE`."""

c = get_config()
c.Scheduler.execution_manager_class = "evidencelab.reports.running.scheduler.PapermillExecutionManager"

"""How one notebook is executed: papermill's engine, made to survive what it does not.

Three things differ from papermill's own: the kernel is always this interpreter, whatever kernels are
installed; a kernel that dies leaves a failed cell and unrun ones, never a "completed"; and whoever
started it is told of every cell as it begins. This module must not know what a notebook is about.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from weakref import WeakSet

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient.exceptions import CellExecutionError, DeadKernelError
from papermill.clientwrap import PapermillNotebookClient
from papermill.engines import NBClientEngine, NotebookExecutionManager, papermill_engines
from papermill.log import logger
from traitlets.config import Config

from evidencelab.reports.running.parameters import printable_parameters

ENGINE = "evidencelab"
DEAD_KERNEL = "DeadKernelError"

CellStarted = Callable[[int, int], None]


class OwnKernelSpecs(KernelSpecManager):
    """Knows one kernel under every name: the interpreter that is running."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Describe the running interpreter as a kernel."""
        return KernelSpec(
            argv=[
                sys.executable,
                "-Xfrozen_modules=off",
                "-m",
                "ipykernel_launcher",
                "-f",
                "{connection_file}",
            ],
            display_name="Python 3",
            language="python",
        )


_living: WeakSet[OwnKernelManager] = WeakSet()


def kill_kernels() -> None:
    """End every kernel of this process at once; their notebooks then fail."""
    for manager in list(_living):
        manager.kill()


class OwnKernelManager(AsyncKernelManager):
    """Starts the running interpreter as the kernel.

    Attributes:
        is_idle: Whether no cell runs. Set by the client.
    """

    is_idle = False

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        _living.add(self)

    def kill(self) -> None:
        """End the kernel at once, from any thread; its notebook then fails."""
        process = getattr(self.provisioner, "process", None)
        if process is not None:
            with suppress(OSError):
                process.kill()

    async def _async_interrupt_kernel(self) -> None:
        """Interrupt what runs; a shutdown interrupts first, and an idle kernel would complain of it."""
        if not (self.is_idle and self.shutting_down):
            await super()._async_interrupt_kernel()

    def _kernel_spec_manager_default(self) -> KernelSpecManager:
        return OwnKernelSpecs(parent=self)


class SturdyClient(PapermillNotebookClient):  # type: ignore[misc]
    """Executes the cells; a dead kernel is the failure of the cell that killed it."""

    nb_man: NotebookExecutionManager

    def execute(self, **kwargs: Any) -> Any:
        """Run the cells and keep what they left, also when the kernel is gone."""
        self.reset_execution_trackers()
        with self.setup_kernel(**kwargs):
            if self._execute_cells():
                self.km.is_idle = True
                reply = self.wait_for_reply(self.kc.kernel_info())
                self.nb.metadata["language_info"] = reply["content"]["language_info"]
                self.set_widgets_metadata()
        return self.nb

    def _execute_cells(self) -> bool:
        """Execute cell after cell; say whether the kernel is still alive."""
        for index, cell in enumerate(self.nb.cells):
            alive = True
            try:
                self.nb_man.cell_start(cell, index)
                self.execute_cell(cell, index)
            except CellExecutionError as error:
                self.nb_man.cell_exception(cell, cell_index=index, exception=error)
                return True
            except DeadKernelError as error:
                alive = False
                message = "the kernel died while this cell ran"
                cell.outputs.append(_error_output(message))
                self.nb_man.cell_exception(cell, cell_index=index, exception=error)
            finally:
                if cell.cell_type == "code":
                    cell.outputs = [output for output in cell.outputs if not _is_bar(output)]
                self.nb_man.cell_complete(cell, cell_index=index)
            if not alive:
                return False
        return True


class SturdyEngine(NBClientEngine):  # type: ignore[misc]
    """papermill's engine with our client, our kernel and a word at every cell."""

    @classmethod
    def execute_managed_notebook(
        cls,
        nb_man: NotebookExecutionManager,
        kernel_name: str,
        *,
        cell_started: CellStarted | None = None,
        stderr_file: Any = None,
        start_timeout: float = 60,
        execution_timeout: float | None = None,
        **unused: Any,
    ) -> None:
        """Execute the notebook held by `nb_man`."""
        papermill_metadata = nb_man.nb.metadata.papermill
        papermill_metadata["parameters"] = printable_parameters(papermill_metadata.get("parameters", {}))
        if cell_started is not None:
            _announce_cells(nb_man, cell_started)
        with TemporaryDirectory(prefix="el-") as folder:
            cls._execute(nb_man, kernel_name, Path(folder), stderr_file, start_timeout, execution_timeout)

    @staticmethod
    def _execute(
        nb_man: NotebookExecutionManager,
        kernel_name: str,
        sockets: Path,
        stderr_file: Any,
        start_timeout: float,
        execution_timeout: float | None,
    ) -> None:
        """Start the kernel, reached by sockets in a folder of its own, and execute."""
        SturdyClient(
            nb_man,
            config=Config({"KernelManager": {"transport": "ipc", "ip": str(sockets / "kernel")}}),
            kernel_manager_class=OwnKernelManager,
            timeout=execution_timeout,
            startup_timeout=start_timeout,
            kernel_name=kernel_name,
            log=logger,
            stderr_file=stderr_file,
        ).execute()


def _is_bar(output: nbformat.NotebookNode) -> bool:
    """Whether an output is a progress bar: of interest while it ran, and then no longer."""
    return output.output_type == "stream" and output.name == "stderr" and "\r" in output.text


def _error_output(message: str) -> nbformat.NotebookNode:
    return nbformat.from_dict(  # type: ignore[no-any-return]
        {"output_type": "error", "ename": DEAD_KERNEL, "evalue": message, "traceback": [message]}
    )


def _announce_cells(nb_man: NotebookExecutionManager, cell_started: CellStarted) -> None:
    begin = nb_man.cell_start

    def begin_and_tell(cell: nbformat.NotebookNode, cell_index: int | None = None, **kwargs: Any) -> None:
        begin(cell, cell_index, **kwargs)
        cell_started((cell_index or 0) + 1, len(nb_man.nb.cells))

    nb_man.cell_start = begin_and_tell


papermill_engines.register(ENGINE, SturdyEngine)

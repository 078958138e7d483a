"""JupyterLab started for real: its scheduler runs a notebook through papermill into `results/`."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from evidencelab.reports.runs.provenance import CHECKOUT
from tests.reports.running.test_runner import VERDICT, write_notebook

pytest.importorskip("jupyter_scheduler", reason="the extra `schedule` is not installed")

NOTE = '只看 "中文" 与\\ a=b {x} \''
WRITE_NOTE = "open(results + '/note.txt', 'w', encoding='utf-8').write(note)"


def free_port():
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return opened.getsockname()[1]


class Lab:
    def __init__(self, folder, results):
        self.url = f"http://127.0.0.1:{free_port()}"
        home = folder / "home"
        home.mkdir()
        environment = {
            **os.environ,
            "HOME": str(home),
            "JUPYTER_DATA_DIR": str(home / "data"),
            "JUPYTER_RUNTIME_DIR": str(home / "run"),
            "EVIDENCELAB_RESULTS": str(results),
        }
        self.log = (folder / "lab.log").open("w+")
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
                f"--config={CHECKOUT / 'notebooks' / 'recipes' / 'jupyter_server_config.py'}",
                f"--ServerApp.port={self.url.rpartition(':')[2]}", "--ServerApp.port_retries=0",
                "--IdentityProvider.token=secret", f"--ServerApp.root_dir={folder / 'notebooks'}",
            ],
            cwd=folder, env=environment, stdout=self.log, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def call(self, path, body=None):
        request = urllib.request.Request(
            f"{self.url}/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "token secret", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)

    def wait_until_up(self):
        for _ in range(300):
            try:
                return self.call("api/status")
            except (urllib.error.URLError, ConnectionError):
                assert self.process.poll() is None, self.read_log()
                time.sleep(0.2)
        raise AssertionError(self.read_log())

    def run_job(self, notebook, parameters):
        body = {
            "name": "a job",
            "input_uri": notebook,
            "runtime_environment_name": os.path.basename(sys.executable),
            "output_formats": ["ipynb", "html"],
            "parameters": parameters,
        }
        job = self.call("scheduler/jobs", body)["job_id"]
        for _ in range(600):
            state = self.call(f"scheduler/jobs/{job}")
            if state["status"] in ("COMPLETED", "FAILED"):
                return state
            time.sleep(0.2)
        raise AssertionError(self.read_log())

    def read_log(self):
        self.log.seek(0)
        return self.log.read()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()


def test_a_scheduled_job_runs_through_papermill_into_results(tmp_path):
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    write_notebook(
        notebooks,
        "01_one",
        'results: str = ""\nnote: str = ""\nlimit: int = 1',
        WRITE_NOTE,
        VERDICT.format(held=True, decides=True, sentence="holds"),
    )
    results = tmp_path / "results"
    lab = Lab(tmp_path, results)
    try:
        lab.wait_until_up()
        done = lab.run_job("01_one.ipynb", {"note": NOTE, "limit": "7"})
        assert done["status"] == "COMPLETED", lab.read_log()
        run = results / "latest"
        assert (run / "01_one" / "note.txt").read_text(encoding="utf-8") == NOTE
        manifest = json.loads((run / "manifest.json").read_text())
        assert manifest["status"] == "finished"
        assert manifest["notebooks"][0]["parameters"] == {"note": NOTE, "limit": 7}
        assert "papermill" in json.loads((run / "01_one.ipynb").read_text())["metadata"]
        assert (run / "index.html").exists()

        refused = lab.run_job("01_one.ipynb", {"nothing": "1"})
        assert refused["status"] == "FAILED"
        assert "'nothing' is not a notebook parameter; known are limit, note" in refused["status_message"]
    finally:
        lab.stop()

"""Profiles: a named choice of notebooks, parameters and reference for scheduled reports, in YAML.

```yaml
notebooks: [case_matrix]     # empty or absent takes all
parameters:                  # by notebook, or `all` for every notebook that declares them
  case_matrix: {variations: 3}
against: previous            # or baseline, none, or the name of a run
keep: 30                     # how many runs stay in the results folder
```
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from pydantic import Field, ValidationError

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, SettingError, UnknownNameError
from evidencelab.gatekeeper.json_values import json_expectation
from evidencelab.reports.running.history import PREVIOUS

PROFILES = "profiles"
ALL = "all"


class Profile(Contract):
    """What a scheduled report runs, and what it is held against.

    Attributes:
        notebooks: Names; empty takes all.
        parameters: Notebook -> parameter -> value; under `all` for every notebook that declares it.
        against: What the run is compared with.
        keep: How many runs stay; None keeps all.
    """

    notebooks: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = Field(default_factory=dict)
    against: str = PREVIOUS
    keep: int | None = Field(default=None, ge=1)

    def assignments(self) -> dict[str, object]:
        """The parameters under the keys the planner reads: `name`, or `notebook.name`."""
        return {
            name if notebook == ALL else f"{notebook}.{name}": value
            for notebook, values in self.parameters.items()
            for name, value in values.items()
        }


def load_profile(name: str, notebooks: Path) -> Profile:
    """Read a profile by path, or by its name in the notebooks' `profiles` folder.

    Raises:
        UnknownNameError: There is none of that name.
        InputError: The file cannot be read or is not YAML.
        SettingError: A key is unknown or a value impossible.
    """
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        folder = notebooks / PROFILES
        path = folder / f"{name}.yaml"
        if not path.is_file():
            raise UnknownNameError(
                "profile", name, tuple(sorted(item.stem for item in folder.glob("*.yaml")))
            )
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), f"cannot be read ({error})", "give the path of a profile") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        reason = getattr(error, "problem", None) or "no mapping"
        raise InputError(str(path), f"is not YAML ({reason})", "mend the file", line) from error
    if not isinstance(values, dict):
        raise InputError(str(path), f"got {type(values).__name__}, expected a mapping", "see the README")
    known = tuple(sorted(Profile.model_fields))
    for key in values:
        if key not in known:
            raise SettingError(str(path), str(key), "is not a profile setting", known)
    try:
        return Profile.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise SettingError(
            str(path), name, f"is wrong ({json_expectation(first['msg'])}; got {first['input']!r})"
        ) from error

"""The log of a run: a line of JSON for each thing that happened, on the screen too."""

import json
import time
from pathlib import Path


class Log:
    def __init__(self, file: Path) -> None:
        self.file = file
        cut_torn_line(file)

    def write(self, entry: dict) -> None:
        # NaN is no JSON: whoever logs it has a fault, and the log stays readable.
        event = {"event": entry["event"]} if "event" in entry else {}
        line = json.dumps({**event, "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **entry}, allow_nan=False)
        print(line, flush=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def cut_torn_line(file: Path) -> None:
    """A run that was killed while it wrote leaves half a line, which would spoil the next one."""
    if not file.is_file():
        return
    with file.open("rb+") as opened:
        text = opened.read()
        if text and not text.endswith(b"\n"):
            opened.truncate(text.rfind(b"\n") + 1)

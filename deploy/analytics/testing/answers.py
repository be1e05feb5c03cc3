"""Runs the notebook on a folder, then answers each question on standard input (JSON) as texts."""

import json
import runpy
import sys
from pathlib import Path

notebook = Path(__file__).resolve().parent.parent / "notebook.py"
book = runpy.run_path(str(notebook))["book"]


def answered(question):
    rows = book.execute(question).fetchall()
    texts = [[None if value is None else str(value) for value in row] for row in rows]
    return {"columns": [[column[0], str(column[1])] for column in book.description], "rows": texts}


answers = [answered(question) for question in json.load(sys.stdin)]
Path(sys.argv[2]).write_text(json.dumps(answers))

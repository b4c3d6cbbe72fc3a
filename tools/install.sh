#!/bin/sh
# Install one of the exact sets in requirements/ into .venv, and cardgen itself in place.
# `uv` does it where it is there; otherwise pip, which comes with Python.
# Usage: install.sh PYTHON SET   (SET is run, test, bench or docs)
set -eu
cd "$(dirname "$0")/.."
python=$1
set_file=requirements/$2.txt
venv=.venv
bin=$venv/bin
if command -v uv >/dev/null 2>&1; then
    [ -x $bin/python ] || uv venv --quiet --seed --python "$python" $venv
    uv pip install --quiet --python $bin/python -r "$set_file"
    uv pip install --quiet --python $bin/python --no-deps --no-build-isolation --editable .
else
    [ -x $bin/python ] || "$python" -m venv $venv
    pip="$bin/python -m pip --disable-pip-version-check --quiet"
    $pip install --only-binary :all: -r "$set_file"
    $pip install --no-deps --no-build-isolation --editable .
fi
$bin/python -m compileall -q cardgen

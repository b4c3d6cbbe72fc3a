#!/bin/sh
# Write requirements.lock: the exact set that `pip` finds for pyproject.toml today.
set -eu
python="${1:-python3}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "hatchling>=1.25" editables ".[dev]"
{
    echo "# The exact set of packages that CI and \`make\` install. Made by \`make lock\`."
    "$work/venv/bin/pip" freeze --disable-pip-version-check --exclude cardgen
} >requirements.lock

#!/bin/sh
# Write requirements/*.txt: the exact sets for running, testing, benchmarks and docs, for every system.
# Versions that are there already stay; `UPGRADE=--upgrade sh tools/lock.sh` renews them all.
set -eu
cd "$(dirname "$0")/.."
command -v uv >/dev/null 2>&1 || { echo "install uv first: pip install uv" >&2; exit 1; }
lock() {
    name=$1
    shift
    # shellcheck disable=SC2086  # UPGRADE is a flag or nothing
    uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate ${UPGRADE:-} \
        --output-file "requirements/$name.txt" "$@" pyproject.toml
}
lock run --group build
lock test --constraints requirements/run.txt --group build --group test
lock bench --constraints requirements/test.txt --group bench
lock docs --constraints requirements/test.txt --group docs

#!/bin/sh
# Pango, for the peer that the benchmark compares with. cardgen itself needs no system package.
set -eu
command -v apt-get >/dev/null 2>&1 || { command -v brew >/dev/null 2>&1 && brew install pango; exit 0; }
dpkg -s libpango-1.0-0 libpangoft2-1.0-0 >/dev/null 2>&1 && exit 0
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends \
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 >/dev/null

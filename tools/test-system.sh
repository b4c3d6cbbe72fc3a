#!/bin/sh
# Independent readers that the tests hold our files against: poppler, qpdf and Ghostscript.
# Chromium shows the preview's page, Firefox its main paths; wamerican (SCOWL) tells words. cardgen itself needs no system package.
set -eu
missing=""
command -v pdftotext >/dev/null 2>&1 || missing="$missing poppler-utils"
command -v qpdf >/dev/null 2>&1 || missing="$missing qpdf"
command -v gs >/dev/null 2>&1 || missing="$missing ghostscript"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 || missing="$missing firefox-esr"
if command -v apt-get >/dev/null 2>&1 && [ ! -e /usr/share/dict/american-english ]; then
    missing="$missing wamerican"
fi
[ -n "$missing" ] || exit 0
if command -v apt-get >/dev/null 2>&1; then
    sudo=""
    [ "$(id -u)" = 0 ] || sudo="sudo"
    $sudo apt-get update -q >/dev/null
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends $missing >/dev/null
elif command -v brew >/dev/null 2>&1; then
    brew install poppler qpdf ghostscript
    brew install --cask chromium firefox
else
    echo "please install:$missing (the tests read our PDFs with them)" >&2
    exit 1
fi

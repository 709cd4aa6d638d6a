#!/bin/sh
# List the commits between two times, the oldest first, each with its time in UTC.
set -eu

if [ "$#" -ne 2 ]; then
    echo "usage: timeline.sh FROM TO" >&2
    exit 2
fi

TZ=UTC git log --reverse --since="$1" --until="$2" \
    --date=format-local:'%Y-%m-%d %H:%M' --format='%cd  %h  %s'

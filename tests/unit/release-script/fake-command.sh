#!/usr/bin/env bash
# Replaces firebase and gh: records each call, stores the version of each channel in the
# folder `channels`, and fails at the calls that FAIL matches.
set -euo pipefail

case ${0##*/} in
  # Prints the response that the test has stored for this address.
  gh) address=${2#repos/ada/pear/}; exec cat "${address//\//-}" ;;
  # Each call starts with: --non-interactive --config FILE --project pear
  firebase) call=${*:6} ;;
esac
if [[ $call == *firestore:rules ]]; then call+=" $(<firestore.rules)"; fi
echo "$call" >>calls

if [[ -n ${FAIL:-} && $call =~ $FAIL ]]; then exit 1; fi

list_channels() {
  local file version separator=
  for file in channels/*; do
    version=$(<"$file")
    printf '%s{ "name": "projects/pear/sites/pear/%s", "url": "https://%s.test"' \
      "$separator" "$file" "${file#*/}"
    [[ -z $version ]] || printf ', "release": { "version": { "name": "%s" }, %s }' \
      "sites/pear/versions/$version" '"releaseTime": "2026-11-01T09:00:00.5Z"'
    printf ' }'
    separator=,
  done
}

case $call in
  hosting:channel:list*) echo "{ \"result\": { \"channels\": [$(list_channels)] } }" ;;
  hosting:channel:deploy*) echo new >channels/next ;;
  hosting:channel:delete*) rm channels/next ;;
  hosting:clone*@*) [[ $call =~ @([^ ]+) ]]; echo "${BASH_REMATCH[1]}" >channels/live ;;
  hosting:clone*) cp channels/next channels/live ;;
esac

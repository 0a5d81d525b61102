#!/usr/bin/env bash
# Replaces firebase, gh and npm: records each call, stores the version of each channel
# in the folder `channels`, and fails or hangs at the calls that FAIL or HANG matches.
set -euo pipefail

case ${0##*/} in
  # Prints the response that the test has stored for this address.
  gh) address=${2#repos/ada/pear/}; exec cat "${address//\//-}" ;;
  npm) call="smoke $SITE $WRITE" ;;
  # The first arguments of each call are: --non-interactive --project pear
  firebase) call=${*:4} ;;
esac
if [[ $call == *firestore:rules ]]; then call+=" $(<firestore.rules)"; fi
echo "$call" >>calls

if [[ -n ${HANG:-} && $call =~ $HANG ]]; then
  # The test must not read an incomplete file.
  echo $$ >hung.new
  mv hung.new hung
  exec tail -f /dev/null
elif [[ -n ${FAIL:-} && $call =~ $FAIL ]]; then
  exit 1
fi

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

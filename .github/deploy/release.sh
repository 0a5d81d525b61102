#!/usr/bin/env bash
# Releases the build in dist: deploys the access rules and a preview, runs the
# smoke test there, releases the preview live, and runs the smoke test again. If a
# step fails or a signal arrives, restores the previous live version and its rules.
#
#   release.sh            releases
#   release.sh roll-back  completes an interrupted roll-back, if there is one
#
# Needs `firebase` in PATH. SITE_ID is the Hosting site. SMOKE_CREDENTIALS is the
# credentials file with which the smoke test erases its records. LIVE_COMMIT and
# LIVE_TIME are the output of live-commit.sh. A roll-back restores the rules of
# LIVE_COMMIT. If that commit is unknown or not in the checkout, a roll-back restores
# the rules of the previous tag.
set -euo pipefail
# Starts each job as a process group, so one signal reaches all its processes.
set -m

# A file with the version to restore. The file exists while a release is running.
state=${STATE:-.firebase/live-before}
job=

firebase() {
  command firebase --non-interactive --project "$VITE_FIREBASE_PROJECT_ID" "$@"
}

smoke() {
  SITE=$1 WRITE=1 GOOGLE_APPLICATION_CREDENTIALS=$SMOKE_CREDENTIALS \
    npm run -s smoke -- --reporter=list,html
}

# Runs a command in the background, because a signal interrupts `wait` at once. Bash
# would delay the trap until a foreground command ends.
run() {
  "$@" &
  job=$!
  wait "$job"
  job=
}

# Prints the version, the URL or the last release's time of a channel, or an empty line
# if the channel does not exist.
channel() {
  node -p '
    const [id, part] = process.argv.slice(1);
    const { channels } = JSON.parse(fs.readFileSync(0)).result;
    const found = channels.find(({ name }) => name.endsWith(`/channels/${id}`));
    const { version, releaseTime } = found?.release ?? {};
    const parts = { url: found?.url, version: version?.name?.split("/").at(-1), releaseTime };
    parts[part] ?? "";
  ' "$1" "$2"
}

list_channels() {
  firebase hosting:channel:list --site "$SITE_ID" --json
}

release() {
  local channels before preview
  channels=$(list_channels)
  before=$(channel live version <<<"$channels")
  # At its end a release deletes the channel `next`. If `next` still contains the live
  # version, either that release was interrupted, or only the deletion failed. Only in
  # the second case, LIVE_TIME is later than the time at which the version became live.
  if [[ -n $before && $before == "$(channel next version <<<"$channels")" &&
    ! "$(channel live releaseTime <<<"$channels")" < "${LIVE_TIME:-}" ]]; then
    echo "Version $before is live, but its release did not complete, so there is no version to restore."
    before=
  fi
  mkdir -p "$(dirname "$state")"
  [[ -f $state ]] || echo "$before" >"$state"
  trap roll_back EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  # The rules come first, because new rules also accept the previous version's records.
  run firebase deploy --only firestore
  run firebase hosting:channel:deploy next --expires 7d --no-authorized-domains
  preview=$(list_channels | channel next url)
  run smoke "$preview"
  run firebase hosting:clone "$SITE_ID:next" "$SITE_ID:live"
  run smoke "$VITE_SITE_URL"
  trap - EXIT
  rm "$state"
  # The release is complete, so a failed deletion must not make the workflow fail.
  firebase hosting:channel:delete next --site "$SITE_ID" --force || echo \
    "The release succeeded, but its preview was not deleted. Delete the channel 'next' in the Firebase console: Hosting."
}

roll_back() {
  trap - EXIT
  trap '' INT TERM
  if [[ -n $job ]]; then
    # Stops the job, which could otherwise still change the live version. SIGINT
    # lets the smoke test erase its records.
    kill -INT -- "-$job" 2>/dev/null || true
    wait "$job" || true
  fi
  [[ -f $state ]] || return 0
  local before commit
  before=$(<"$state")
  if [[ -z $before ]]; then
    echo 'There is no version to restore. Choose one in the Firebase console: Hosting, release history.'
  else
    firebase hosting:clone "$SITE_ID@$before" "$SITE_ID:live" || cannot_roll_back
    commit=${LIVE_COMMIT:-}
    git cat-file -e "$commit" 2>/dev/null ||
      commit=$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null) || true
    if [[ -n $commit ]]; then
      git checkout -q "$commit" -- firestore.rules
      firebase deploy --only firestore:rules || cannot_roll_back
      git checkout -q HEAD -- firestore.rules
    fi
    echo "Rolled back to version $before and the rules of ${commit:-no commit}."
  fi
  rm "$state"
}

cannot_roll_back() {
  echo "NOT ROLLED BACK. Run: $0 roll-back"
  exit 1
}

case "${1:-}" in
  '') release ;;
  roll-back) roll_back ;;
  *) echo "Run $0, or $0 roll-back."; exit 2 ;;
esac

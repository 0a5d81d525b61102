#!/usr/bin/env bash
# Releases the build in dist: access rules, a preview, its smoke test, live, and
# the smoke test of live. If a step fails or a signal ends the release, the
# version that was live before comes back, and the rules of the tag before.
#
#   release.sh            releases
#   release.sh roll-back  ends a roll-back that was cut short; else does nothing
#
# `firebase` has to be in PATH. SITE_ID is the Hosting site; SMOKE_CREDENTIALS is
# a credentials file by which the smoke test erases its records. Git needs all
# tags.
set -euo pipefail
# A job is a process group, so that one signal reaches all of its processes.
set -m

# What to go back to, from the start of a release until its end.
state=${STATE:-.firebase/live-before}
job=

firebase() {
  command firebase --non-interactive --project "$VITE_FIREBASE_PROJECT_ID" "$@"
}

smoke() {
  SITE=$1 WRITE=1 GOOGLE_APPLICATION_CREDENTIALS=$SMOKE_CREDENTIALS \
    npm run -s smoke -- --reporter=list,html
}

# Unlike a command in the foreground, `wait` ends as soon as a signal arrives.
run() {
  "$@" &
  job=$!
  wait "$job"
  job=
}

# Prints a channel's version, or its URL; nothing if there is none.
channel() {
  node -p '
    const [id, part] = process.argv.slice(1);
    const { channels } = JSON.parse(fs.readFileSync(0)).result;
    const found = channels.find(({ name }) => name.endsWith(`/channels/${id}`));
    const version = found?.release?.version?.name?.split("/").at(-1);
    (part === "url" ? found?.url : version) ?? "";
  ' "$1" "$2"
}

list_channels() {
  firebase hosting:channel:list --site "$SITE_ID" --json
}

release() {
  local channels before preview
  channels=$(list_channels)
  before=$(channel live version <<<"$channels")
  # The channel `next` lasts until a release succeeds or a week has passed.
  if [[ -n $before && $before == "$(channel next version <<<"$channels")" ]]; then
    echo "Version $before is live, but its release did not end: no version is known to go back to."
    before=
  fi
  mkdir -p "$(dirname "$state")"
  [[ -f $state ]] || echo "$before" >"$state"
  trap roll_back EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  # First, because new rules accept what the version before sends.
  run firebase deploy --only firestore
  run firebase hosting:channel:deploy next --expires 7d --no-authorized-domains
  preview=$(list_channels | channel next url)
  run smoke "$preview"
  run firebase hosting:clone "$SITE_ID:next" "$SITE_ID:live"
  run smoke "$VITE_SITE_URL"
  trap - EXIT
  rm "$state"
  firebase hosting:channel:delete next --site "$SITE_ID" --force
}

roll_back() {
  trap - EXIT
  trap '' INT TERM
  if [[ -n $job ]]; then
    # Otherwise it could still change what is live. Playwright erases on SIGINT.
    kill -INT -- "-$job" 2>/dev/null || true
    wait "$job" || true
  fi
  [[ -f $state ]] || return 0
  local before tag
  before=$(<"$state")
  if [[ -z $before ]]; then
    echo 'Nothing to go back to. Choose a version in the Firebase console: Hosting, release history.'
  else
    firebase hosting:clone "$SITE_ID@$before" "$SITE_ID:live" || cannot_roll_back
    if tag=$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null); then
      git checkout -q "$tag" -- firestore.rules
      firebase deploy --only firestore:rules || cannot_roll_back
      git checkout -q HEAD -- firestore.rules
    fi
    echo "Rolled back to version $before and the rules of ${tag:-no tag}. Delete the tag of this release."
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

#!/usr/bin/env bash
# The steps of a release. Each runs in a job of release.yml that has access to
# production, and that installs nothing but Firebase's CLI:
#
#   release.sh find       prints the live version, as before=VERSION, for $GITHUB_OUTPUT
#   release.sh preview    deploys the access rules, and the build in dist to a preview.
#                         Prints the preview's address, as preview=URL
#   release.sh live       makes the preview live
#   release.sh rollback   restores the version BEFORE. Also restores the access rules of
#                         LIVE_COMMIT, unless src/rules/keep-newer-rules.js lets the
#                         newer ones stay, or always if ROLLBACK_RULES is `older`
#   release.sh clean-up   deletes the preview
#
# Needs `firebase` in PATH. SITE_ID is the Hosting site. LIVE_COMMIT and LIVE_TIME are
# the output of live-commit.sh. If LIVE_COMMIT is unknown or not in the checkout, a
# rollback restores the access rules of the previous tag.
set -euo pipefail

# The commands in firebase.json that run before a deployment need the project's packages.
# The job that builds has run them.
config=firebase.release.json
node -e '
  const config = JSON.parse(fs.readFileSync("firebase.json"));
  for (const part of Object.values(config)) delete part.predeploy;
  fs.writeFileSync(process.argv[1], JSON.stringify(config));
' "$config"

firebase() {
  command firebase --non-interactive --config "$config" \
    --project "$VITE_FIREBASE_PROJECT_ID" "$@"
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

find_live_version() {
  local channels before
  channels=$(list_channels)
  before=$(channel live version <<<"$channels")
  # At its end a release deletes the channel `next`. If `next` still contains the live
  # version, either that release was interrupted, or only the deletion failed. Only in
  # the second case, LIVE_TIME is later than the time at which the version became live.
  if [[ -n $before && $before == "$(channel next version <<<"$channels")" &&
    ! "$(channel live releaseTime <<<"$channels")" < "${LIVE_TIME:-}" ]]; then
    echo "Version $before is live, but its release did not complete, so there is no version to restore." >&2
    before=
  fi
  echo "before=$before"
}

preview() {
  # The rules come first, because new rules also accept the previous version's records.
  firebase deploy --only firestore >&2
  firebase hosting:channel:deploy next --expires 7d --no-authorized-domains >&2
  echo "preview=$(list_channels | channel next url)"
}

rollback() {
  local commit=${LIVE_COMMIT:-}
  if [[ -z ${BEFORE:-} ]]; then
    echo 'There is no version to restore. Choose one in the Firebase console: Hosting, release history.'
    return
  fi
  firebase hosting:clone "$SITE_ID@$BEFORE" "$SITE_ID:live"
  git cat-file -e "$commit" 2>/dev/null ||
    commit=$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null) || commit=
  if [[ -z $commit ]]; then
    echo "Rolled back to version $BEFORE. No commit is known, so the rules stay."
    return
  fi
  git show "$commit:firestore.rules" >older.rules
  if [[ ${ROLLBACK_RULES:-} != older ]] &&
    node "$(dirname "$0")/../../src/rules/keep-newer-rules.js" \
      older.rules firestore.rules src/rules/releases.json; then
    echo "Rolled back to version $BEFORE. The newer rules stay, because they accept all that the rules of $commit accept, and nothing that no release accepts."
    return
  fi
  mv older.rules firestore.rules
  firebase deploy --only firestore:rules
  echo "Rolled back to version $BEFORE and the rules of $commit."
}

case "${1:-}" in
  find) find_live_version ;;
  preview) preview ;;
  live) firebase hosting:clone "$SITE_ID:next" "$SITE_ID:live" ;;
  rollback) rollback ;;
  clean-up) firebase hosting:channel:delete next --site "$SITE_ID" --force ;;
  *) echo "Run $0 with find, preview, live, rollback or clean-up."; exit 2 ;;
esac

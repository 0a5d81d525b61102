/** What `npm run records -- --help` says. */
export const help = `npm run records -- [COLLECTION] [options]    (npm run -s for a pipe)

Shows how many records each collection has, and the newest three. The
collections are waitlist, favoriteBrand, brandContact, careers and feedback.
Production is read where .env.production names a project, with application
default credentials: role Cloud Datastore Viewer. What changes records wants
the role Cloud Datastore User.

  --csv, --json        all records, as a table or as a line of JSON each
  --for TOOL           a table that listmonk or mailchimp imports: each address
                       once; those that no mail can reach are left out
  --unique             each address once, with the number of its records
  --since TIME         from 2026-11-01 or 2026-11-01T09:00:00Z, or 24mo, 7d ago
  --new                what has come since the last --new that was read whole
  --counts             numbers alone
  --out FILE           writes a file that you alone can read

These show first what they would do, and do it with --yes:

  erase ADDRESS        a person's records in all collections; lists what is
                       near, as ada+news@x.org or a message that names it
  erase --ids FILE     those whose collection/id stand in the file, one a line
  purge [COLLECTION] --older-than TIME
                       what came before: 90d, 12w, 24mo, 2y, or a date
  restore FILE         what erase or purge has copied

Erase and purge write a copy first, into DATA_DIR (.data) or to --out FILE;
--no-copy for a person's own request. Interrupted, they go on when run again.

  review [COLLECTION] [--since TIME] [--ids]
                       what looks wrong and why, or its collection/id alone:
                       npm run -s records -- review --ids > ids.txt
  report [--since TIME] [--out report.html]
                       sign-ups, people, messages, brands and hours
`;

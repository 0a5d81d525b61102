import { hash } from 'node:crypto';
import { suggestDomain } from '../forms/did-you-mean.ts';
import { toPrintable } from '../node/escape.ts';
import { knownFields } from '../rules/known-fields.ts';
import type { OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import {
  findNearMatches,
  isDeliverable,
  normalizeAddress,
} from './email-address.ts';
import { linkFields, longTextFields, nameFields } from './form-fields.ts';
import { quotePath, writeOutput } from './output-file.ts';
import {
  createNoRecordsError,
  parseCollection,
  parseSince,
  readAll,
} from './read-records.ts';
import { truncate } from './record-lines.ts';
import type { Entry } from './record-source.ts';

/** The same text from this many addresses is suspicious, unless the text is short. */
const minRepeatedText = { addresses: 3, characters: 20 };

/** This many records of a collection, or of one address in it, make a burst. */
const minBurst = { ofCollection: 20, ofAddress: 5 };
const burstMs = 60_000;

/** In characters. */
const maxSummaryLength = 120;

type ReviewedRecord = ReturnType<typeof reviewRecord>;

/**
 * Lists suspicious records for a person to decide. Each line has the path first, then a
 * comment with the reasons, the address and the text, so that erase --ids reads it.
 */
export async function review(
  context: CommandContext,
  { since: sinceText, ids, bursts: hasBursts, out }: OptionsOf<'review'>,
  argument: string,
): Promise<void> {
  const { source, log } = context;
  const names = parseCollection(argument);
  const since = parseSince(context, sinceText);
  const records: ReviewedRecord[] = [];

  for await (const { collection, page } of readAll(context, names, since)) {
    for (const entry of page) records.push(reviewRecord(collection, entry));
  }
  if (records.length === 0) throw createNoRecordsError(context, names, since);

  flagRepeatedTexts(records);
  flagAllBursts(records);

  const isInBurst = ({ bursts }: ReviewedRecord) => bursts.size > 0;
  const isListed = (record: ReviewedRecord) =>
    record.reasons.length > 0 || (hasBursts === true && isInBurst(record));
  const listed = records.filter(isListed);
  const unlisted = records.filter(
    (record) => isInBurst(record) && !isListed(record),
  );

  const lines = listed.map((record) =>
    ids ? `${record.path}\n` : `${record.path}  # ${describe(record)}\n`,
  );
  await writeOutput(context, lines.join(''), `${lines.length} ids`, out);

  log(
    `${listed.length} of ${records.length} records in ${source.place} look suspicious; none was changed.`,
  );
  if (unlisted.length > 0) {
    log(
      `${unlisted.length} more records only arrived with many others within a minute, which real records also do in a busy hour; --bursts lists them.`,
    );
  }

  // One person may use several addresses, so near matches alone are not suspicious.
  const addresses = records.map(({ address }) => address);
  for (const group of findNearMatches(addresses))
    log(`Near matches, perhaps one person: ${group.join(', ')}`);
  if (out !== undefined && listed.length > 0) {
    log(
      `What to do next: remove the lines of real records from the file, then run npm run records "--" erase --ids ${quotePath(out)}`,
    );
  }
}

function describe({ reasons, bursts, summary }: ReviewedRecord): string {
  return `${[...reasons, ...bursts].join('; ')}: ${summary}`;
}

function flagRepeatedTexts(records: ReviewedRecord[]): void {
  for (const group of groupBy('text', records)) {
    const { size } = new Set(group.map(({ address }) => address));
    if (size < minRepeatedText.addresses) continue;
    const reason = `the same text from ${size} addresses`;
    for (const { reasons } of group) reasons.push(reason);
  }
}

function flagAllBursts(records: ReviewedRecord[]): void {
  for (const group of groupBy('collection', records)) {
    flagBursts(group, minBurst.ofCollection, '');
    for (const addressGroup of groupBy('address', group))
      flagBursts(addressGroup, minBurst.ofAddress, ' from one address');
  }
}

/** Summarizes a record, because only summaries of all records fit into memory. */
function reviewRecord(collection: string, entry: Entry) {
  const { timestamp = '', email = '' } = entry.fields;

  const longTexts = longTextFields.map((name) => entry.fields[name] ?? '');
  const text = longTexts.join(' ').toLowerCase().replace(/\s+/g, ' ').trim();
  const isLong = text.length >= minRepeatedText.characters;
  const names = [...(knownFields.get(collection) ?? [])];

  const fieldsWithLinks = names.filter((name) => {
    const text = entry.fields[name] ?? '';
    return listLinkPatterns(name).some((pattern) => pattern.test(text));
  });

  return {
    collection,
    path: `${collection}/${entry.id}`,
    summary: summarize(entry),
    time: Date.parse(timestamp),
    address: email && normalizeAddress(email),
    text: isLong ? hash('sha256', text, 'base64') : '',
    /** Reasons that come from the record's content. */
    reasons: [
      ...findAddressProblems(email),
      ...fieldsWithLinks.map((name) => `a link in ${name}`),
    ],
    /** The reason to list a record that arrived with many others within a minute. */
    bursts: new Set<string>(),
  };
}

/** Returns a record's address and the beginning of its text, on one line. */
function summarize({
  fields: { timestamp, email = '', ...rest },
}: Entry): string {
  const texts = [email, ...Object.values(rest).map((text) => `"${text}"`)];
  const line = toPrintable(texts.join(' ')).replace(/\s+/g, ' ');
  // Copies the text, because a slice of a string retains the whole string in memory.
  return Buffer.from(truncate(line, maxSummaryLength)).toString();
}

/** Patterns of links that are suspicious in any field. */
const linkPatterns = [
  /https?:\/\/|<a\s|\[url|\bwww\.[\p{L}\p{N}-]+\.\p{L}{2}/iu,
  // Matches a domain with a path. Excludes skills such as "Node.js/React" and
  // "ASP.NET/C#", and a capital after a dot, which starts a sentence.
  /(?<![\p{L}\p{N}.@-])(?!(asp|ASP)\.)([\p{L}\p{N}-]+\.)+(?!(js|ts)\/)\p{Ll}{2,}\/[\p{L}\p{N}]/u,
];

/** Patterns of links that are suspicious in the name of a person. */
const personLinkPatterns = [
  /https?:|<a\b/i,
  /[\p{L}\p{N}-]{2}\.([a-z]{2}|com|net|org|info|biz|xyz|top|shop|store|site|online|club)(?![\p{L}\p{N}])/u,
];

/** Patterns for other short texts. A brand may have a name such as Booking.com. */
const shortTextLinkPatterns = [/https?:|www\.|\.[a-z]{2,}\/|<a\b/i];

function listLinkPatterns(field: string): RegExp[] {
  if (linkFields.includes(field)) return [];
  if (longTextFields.includes(field)) return linkPatterns;
  if (nameFields.includes(field))
    return [...linkPatterns, ...personLinkPatterns];
  return [...linkPatterns, ...shortTextLinkPatterns];
}

function findAddressProblems(email: string): string[] {
  // In some forms the email may be optional.
  if (!email) return [];

  const address = normalizeAddress(email);
  const domain = address.slice(address.lastIndexOf('@') + 1);

  const reservedDomainPattern =
    /(^|\.)(example\.(com|net|org)|example|invalid|localhost|test)$/;

  if (!isDeliverable(email)) return ['an impossible address'];
  if (reservedDomainPattern.test(domain))
    return ['an address that never receives mail'];

  const suggestion = suggestDomain(domain);
  return suggestion ? [`a misspelled address: ${suggestion}?`] : [];
}

/** Groups records by the value of a property. Leaves out empty values. */
function groupBy(
  key: 'text' | 'collection' | 'address',
  records: ReviewedRecord[],
) {
  const groups = new Map<string, ReviewedRecord[]>();

  for (const record of records) {
    const group = groups.get(record[key]);
    if (group) group.push(record);
    else if (record[key]) groups.set(record[key], [record]);
  }
  return groups.values();
}

/** Adds a reason to each record of a burst: `size` or more records within a minute. */
function flagBursts(group: ReviewedRecord[], size: number, origin: string) {
  const sortedRecords = group
    // A record that was added by hand may lack a time.
    .filter(({ time }) => Number.isFinite(time))
    .sort((a, b) => a.time - b.time);

  const reason = `${size} or more records${origin} in a minute`;
  for (const [start, { time }] of sortedRecords.entries()) {
    const burst = sortedRecords.slice(start, start + size);

    const last = burst[size - 1];
    if (!last || last.time - time > burstMs) continue;
    for (const { bursts } of burst) bursts.add(reason);
  }
}

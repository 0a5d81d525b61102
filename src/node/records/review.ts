import { hash } from 'node:crypto';
import { meantDomain } from '../../forms/did-you-mean.ts';
import { collections } from '../server/firestore/rules.ts';
import { foldAddress, isPossible } from './address.ts';
import { type Progress, readAll } from './progress.ts';
import { type Entry, nothingIn, type Source, type Span } from './source.ts';
import { lineOf } from './summary.ts';

const minute = 60_000;
/** So many records of a collection, or of one address, in a minute. */
const burst = 20;
const ownBurst = 5;
/** The same text from so many addresses; a shorter one is a common phrase. */
const sameText = { addresses: 3, characters: 20 };

/** Light enough for all records to be held at once. */
interface Seen {
  collection: string;
  id: string;
  line: string;
  time: number;
  address: string;
  text: string;
  /** Empty where nothing looks wrong. */
  reasons: string;
}

/** Lists what looks wrong and why, or its ids alone; changes nothing. */
export async function* review(
  source: Source,
  shown: readonly string[],
  span: Span,
  progress: Progress,
  isIds = false,
): AsyncGenerator<string> {
  const seen: Seen[] = [];
  for await (const { collection, page } of readAll(
    source,
    shown,
    progress,
    span,
  )) {
    for (const entry of page) seen.push(see(collection, entry));
  }
  if (seen.length === 0) throw nothingIn(source, shown, span.since);
  for (const collection of shown) {
    const group = seen.filter((one) => one.collection === collection);
    flagBursts(group, burst, `one of ${burst} or more in a minute`);
    const reason = `one of ${ownBurst} or more from its address in a minute`;
    for (const own of groupsBy(group, ({ address }) => address)) {
      flagBursts(own, ownBurst, reason);
    }
  }
  for (const group of groupsBy(seen, ({ text }) => text)) flagSameText(group);
  const wrong = seen.filter(({ reasons }) => reasons);
  if (isIds) {
    for (const { collection, id } of wrong) yield `${collection}/${id}\n`;
    return;
  }
  yield `${wrong.length} of ${seen.length} records in ${source.place} look wrong; none is hidden or changed\n`;
  for (const collection of shown) {
    const flagged = wrong.filter((one) => one.collection === collection);
    yield `${collection}: ${flagged.length}\n`;
    for (const { line, reasons } of flagged) yield `${line}    ^ ${reasons}\n`;
  }
}

function see(collection: string, entry: Entry): Seen {
  const { timestamp = '', email = '', message = '' } = entry.fields;
  const text = message.toLowerCase().replace(/\s+/g, ' ').trim();
  const isLong = text.length >= sameText.characters;
  const names = [...(collections.get(collection)?.keys() ?? [])];
  const linked = names.filter((name) =>
    (links[name] ?? links.other).test(entry.fields[name] ?? ''),
  );
  return {
    collection,
    id: entry.id,
    line: lineOf(entry),
    time: Date.parse(timestamp),
    address: email && foldAddress(email),
    text: isLong ? hash('sha256', text, 'base64') : '',
    reasons: [
      ...wrongAddress(email),
      ...linked.map((name) => `a link in ${name}`),
    ].join('; '),
  };
}

function flag(seen: Seen, reason: string): void {
  seen.reasons += (seen.reasons && '; ') + reason;
}

/** A brand may be called Booking.com, and a message may speak of it. */
const links: { other: RegExp; [field: string]: RegExp } = {
  email: /https?:/i,
  message: /https?:\/\/|<a\s|\[url/i,
  name: /https?:|www\.|<a\b|\[url|[\p{L}\p{N}-]{2}\.([a-z]{2}|com|net|org|info|biz|xyz|top|shop|store|site|online|club)(?![\p{L}\p{N}])/u,
  other: /https?:|www\.|\.[a-z]{2,}\/|<a\b|\[url/i,
};

const reserved =
  /(^|[.@])(example\.(com|net|org)|example|invalid|localhost|test)$/;

function wrongAddress(email: string): string[] {
  const address = foldAddress(email);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (!isPossible(email)) return ['an impossible address'];
  if (reserved.test(domain)) return ['an address that never takes mail'];
  const meant = meantDomain(domain);
  return meant ? [`a misspelt address: ${meant}?`] : [];
}

function groupsBy(seen: Seen[], keyOf: (one: Seen) => string): Seen[][] {
  const groups = new Map<string, Seen[]>();
  for (const one of seen) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else if (key) groups.set(key, [one]);
  }
  return [...groups.values()];
}

/** Flags all that lie in a minute with so many; one by hand has no time. */
function flagBursts(group: Seen[], size: number, reason: string): void {
  const sorted = group
    .filter(({ time }) => Number.isFinite(time))
    .sort((a, b) => a.time - b.time);
  let flagged = 0;
  for (let last = size - 1; last < sorted.length; last += 1) {
    const first = last - size + 1;
    const span = (sorted[last]?.time ?? 0) - (sorted[first]?.time ?? 0);
    if (span > minute) continue;
    for (const one of sorted.slice(Math.max(first, flagged), last + 1)) {
      flag(one, reason);
    }
    flagged = last + 1;
  }
}

function flagSameText(group: Seen[]): void {
  const { size } = new Set(group.map(({ address }) => address));
  if (size < sameText.addresses) return;
  for (const one of group) flag(one, `the same text from ${size} addresses`);
}

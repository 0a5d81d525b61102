import { hash } from 'node:crypto';
import { meantDomain } from '../../forms/did-you-mean.ts';
import { collections } from '../server/firestore/rules.ts';
import { foldAddress, isPossible } from './address.ts';
import { lineOf } from './listing.ts';
import type { Entry } from './source.ts';
import { nothingIn, readAll, type Task } from './task.ts';

/** So many records of a collection, or of one address, in a minute. */
const burst = 20;
const ownBurst = 5;
/** The same text from so many addresses; a shorter one is a common phrase. */
const sameText = { addresses: 3, characters: 20 };

type Seen = ReturnType<typeof see>;

/** Lists what looks wrong and why, or its ids alone; changes nothing. */
export async function review(task: Task): Promise<void> {
  const { source, names, since, ids, print } = task;
  const seen: Seen[] = [];
  for await (const { collection, page } of readAll(task, names, since)) {
    for (const entry of page) seen.push(see(collection, entry));
  }
  if (seen.length === 0) throw nothingIn(task);
  for (const group of groupsBy(seen, ({ collection }) => collection)) {
    flagBursts(group, burst, `one of ${burst} or more in a minute`);
    const reason = `one of ${ownBurst} or more from its address in a minute`;
    for (const own of groupsBy(group, ({ address }) => address)) {
      flagBursts(own, ownBurst, reason);
    }
  }
  for (const group of groupsBy(seen, ({ text }) => text)) {
    const { size } = new Set(group.map(({ address }) => address));
    const reason = `the same text from ${size} addresses`;
    if (size >= sameText.addresses) flag(group, reason);
  }
  const wrong = seen.filter(({ reasons }) => reasons.length > 0);
  const lines = wrong.map(({ collection, id, line, reasons }) =>
    ids ? `${collection}/${id}\n` : `${line}    ^ ${reasons.join('; ')}\n`,
  );
  if (ids) {
    await print(lines.join(''));
    return;
  }
  await print(
    `${wrong.length} of ${seen.length} records in ${source.place} look wrong; none is hidden or changed\n`,
  );
  for (const collection of names) {
    const own = lines.filter((_, at) => wrong[at]?.collection === collection);
    await print(`${collection}: ${own.length}\n${own.join('')}`);
  }
}

/** What a review needs of a record: light enough for all to be held at once. */
function see(collection: string, entry: Entry) {
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
    /** None where nothing looks wrong. */
    reasons: [
      ...wrongAddress(email),
      ...linked.map((name) => `a link in ${name}`),
    ],
  };
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

/** Those of each key that is not empty. */
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
  const flagged = new Set<Seen>();
  for (const [first, { time }] of sorted.entries()) {
    const last = sorted[first + size - 1];
    if (!last || last.time - time > 60_000) continue;
    for (const one of sorted.slice(first, first + size)) flagged.add(one);
  }
  flag(flagged, reason);
}

function flag(group: Iterable<Seen>, reason: string): void {
  for (const { reasons } of group) reasons.push(reason);
}

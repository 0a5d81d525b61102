import { hash } from 'node:crypto';
import { meantDomain } from '../../forms/did-you-mean.ts';
import { printable } from '../printable.ts';
import { collections } from '../server/firestore/rules.ts';
import { foldAddress, isPossible, nearMatches } from './address.ts';
import { writeOut } from './files.ts';
import type { Entry } from './source.ts';
import { lineOf, nothingIn, readAll, type Task } from './task.ts';

/** The same text from so many addresses; a shorter one is a common phrase. */
const sameText = { addresses: 3, characters: 20 };

type Seen = ReturnType<typeof see>;

/** Lists suspicious records with the reasons, or their ids; changes nothing. */
export async function review(task: Task): Promise<void> {
  const { source, names, since } = task;
  const seen: Seen[] = [];
  for await (const { collection, page } of readAll(task, names, since)) {
    for (const entry of page) seen.push(see(collection, entry));
  }
  if (seen.length === 0) throw nothingIn(task);
  for (const group of groupsBy('text', seen)) {
    const { size } = new Set(group.map(({ address }) => address));
    const reason = `the same text from ${size} addresses`;
    if (size < sameText.addresses) continue;
    for (const { wrong } of group) wrong.push(reason);
  }
  for (const group of groupsBy('collection', seen)) {
    flagBursts(group, 20, '');
    for (const own of groupsBy('address', group)) {
      flagBursts(own, 5, ' from its address');
    }
  }
  const isWrong = ({ wrong }: Seen) => wrong.length > 0;
  const isBurst = (one: Seen) => one.bursts.length > 0;
  const listed = seen.filter(
    (one) => isWrong(one) || (task.bursts && isBurst(one)),
  );
  const others = seen.filter(isBurst).length - listed.filter(isBurst).length;
  if (others > 0) {
    task.progress(
      `${others} more only came with many others in a minute, as real ones do in a busy hour; --bursts lists them, too.`,
    );
  }
  if (task.ids) {
    const ids = listed.map(({ collection, id }) => `${collection}/${id}\n`);
    return writeOut(task, ids.join(''), `${ids.length} ids`);
  }
  const groups = names.map((name) => {
    const own = listed.filter(({ collection }) => collection === name);
    const lines = own.map(
      ({ line, wrong, bursts }) =>
        `${line}    ^ ${[...wrong, ...bursts].join('; ')}\n`,
    );
    return `${name}: ${own.length}\n${lines.join('')}`;
  });
  // A person may have several addresses, so no ids of these are listed.
  const near = nearMatches(seen.map(({ address }) => address)).map(
    (all) => `near matches, perhaps one person: ${printable(all.join(', '))}\n`,
  );
  const head = `${listed.length} of ${seen.length} records in ${source.place} look wrong; none is hidden or changed\n`;
  await writeOut(task, [head, ...groups, ...near].join(''), 'The review');
}

/** What a review needs of a record: small enough to hold all of them. */
function see(collection: string, entry: Entry) {
  const { timestamp = '', email = '', message = '' } = entry.fields;
  const text = message.toLowerCase().replace(/\s+/g, ' ').trim();
  const isLong = text.length >= sameText.characters;
  const names = [...(collections.get(collection)?.keys() ?? [])];
  const linked = names.filter((name) => {
    const all = [...link, ...(links[name] ?? links.other)];
    return all.some((one) => one.test(entry.fields[name] ?? ''));
  });
  return {
    collection,
    id: entry.id,
    line: lineOf(entry),
    time: Date.parse(timestamp),
    address: email && foldAddress(email),
    text: isLong ? hash('sha256', text, 'base64') : '',
    /** The reasons for which the record itself is suspicious. */
    wrong: [
      ...wrongAddress(email),
      ...linked.map((name) => `a link in ${name}`),
    ],
    /** The reasons that lie in when it came. */
    bursts: [] as string[],
  };
}

/** What marks a link in any text. */
const link = [
  /https?:\/\/|<a\s|\[url|\bwww\.[\p{L}\p{N}-]+\.\p{L}{2}/iu,
  // A path after a domain. "Node.js/React" and "ASP.NET/C#" are skills, and a
  // capital after a dot begins a sentence.
  /(?<![\p{L}\p{N}.@-])(?!(asp|ASP)\.)([\p{L}\p{N}-]+\.)+(?!(js|ts)\/)\p{Ll}{2,}\/[\p{L}\p{N}]/u,
];

/** And in one field: a brand may be called Booking.com. */
const links: { other: RegExp[]; [field: string]: RegExp[] } = {
  message: [],
  name: [
    /https?:|<a\b/i,
    /[\p{L}\p{N}-]{2}\.([a-z]{2}|com|net|org|info|biz|xyz|top|shop|store|site|online|club)(?![\p{L}\p{N}])/u,
  ],
  other: [/https?:|www\.|\.[a-z]{2,}\/|<a\b/i],
};

function wrongAddress(email: string): string[] {
  const address = foldAddress(email);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isReserved =
    /(^|\.)(example\.(com|net|org)|example|invalid|localhost|test)$/;
  if (!isPossible(email)) return ['an impossible address'];
  if (isReserved.test(domain)) return ['an address that never takes mail'];
  const meant = meantDomain(domain);
  return meant ? [`a misspelt address: ${meant}?`] : [];
}

/** Returns the groups of records with the same text there, if it is not empty. */
function groupsBy(key: 'text' | 'collection' | 'address', seen: Seen[]) {
  const groups = new Map<string, Seen[]>();
  for (const one of seen) {
    const group = groups.get(one[key]);
    if (group) group.push(one);
    else if (one[key]) groups.set(one[key], [one]);
  }
  return groups.values();
}

/** Flags all that lie in a minute with so many; one by hand has no time. */
function flagBursts(group: Seen[], size: number, which: string): void {
  const sorted = group
    .filter(({ time }) => Number.isFinite(time))
    .sort((a, b) => a.time - b.time);
  const flagged = new Set<Seen>();
  for (const [first, { time }] of sorted.entries()) {
    const last = sorted[first + size - 1];
    if (!last || last.time - time > 60_000) continue;
    for (const one of sorted.slice(first, first + size)) flagged.add(one);
  }
  const reason = `one of ${size} or more${which} in a minute`;
  for (const { bursts } of flagged) bursts.push(reason);
}

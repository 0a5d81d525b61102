/**
 * The largest providers and the ends that they have in common use, after the
 * lists of mailcheck (github.com/mailcheck/mailcheck) and of ZooTools
 * (github.com/ZooTools/mail-spell-checker). Those suggest whatever is similar;
 * here a false alarm weighs more than a slip that is missed.
 */
const providers: Readonly<Record<string, string>> = {
  gmail: 'com',
  googlemail: 'com',
  yahoo: 'com co.uk fr de it es ca in com.br com.au co.in co.jp',
  hotmail: 'com co.uk fr de it es nl be ca',
  outlook: 'com de fr es it',
  icloud: 'com',
  protonmail: 'com',
  comcast: 'net',
  verizon: 'net',
  sbcglobal: 'net',
  bellsouth: 'net',
  btinternet: 'com',
  rediffmail: 'com',
  yandex: 'ru com',
  't-online': 'de',
  wanadoo: 'fr',
  laposte: 'net',
  freenet: 'de',
  orange: 'fr',
  // These are words, or so short that many names differ by a letter: only
  // their ends are looked at.
  aol: 'com',
  live: 'com co.uk nl fr',
  msn: 'com',
  me: 'com',
  mac: 'com',
  gmx: 'de net at ch com',
  web: 'de',
  mail: 'ru com',
  free: 'fr',
  libero: 'it',
  proton: 'me',
  qq: 'com',
  att: 'net',
  cox: 'net',
};
const onlyEnds = /^(\w{2,4}|libero|proton)$/;

/** Ends that do not exist, whatever they stand after. */
const noEnds: Readonly<Record<string, string>> = {
  com: 'con cmo ocm comm vom xom cpm cim clm coom ccom comn conm cok',
  net: 'ner nett nte nwt neet',
  org: 'ogr orgg rog',
};
/** After a provider's name they are slips. */
const slipsOfEnds: Readonly<Record<string, string>> = {
  com: 'c',
  net: 'n',
  de: 'dee ed dr dw d',
  fr: 'frr rf ft f',
  ru: 'rru ruu ur ri r',
  'co.uk': 'couk co.ku co.ik co.u co.k cou.k coo.uk c.uk',
};
/** The same, but real ends: only where no other would have the name. */
const realEnds: Readonly<Record<string, string>> = {
  com: 'co cm om',
  net: 'ne',
};
/** Frequent slips that more than a missing, doubled or exchanged letter makes. */
const slips: Readonly<Record<string, string>> = {
  gmail: 'gmaul gmsil gmaik gnail gmeil gmauk gimail',
  yahoo: 'yahpo yaboo yahio yagoo yahho yajoo yahoi',
  hotmail: 'hotnail hotmaik hotmeil hormail hotmsil hotmaul hitmail',
  outlook: 'outllok outlool outlokk outliok ourlook outlooj',
  icloud: 'icould iclould ixloud iclouf icloyd',
  comcast: 'concast comcadt comcaat',
  googlemail: 'googlenail',
  protonmail: 'protonmeil protinmail porotnmail',
  't-online': 't-onlime t.online',
  yandex: 'yandeks yandec yamdex yandez',
  orange: 'oramge',
  verizon: 'verizom verison varizon verizob verixon',
};
/** One slip away, and real. */
const real = new Set(['gail.com', 'orage.fr', 'oranges.fr']);

/** The domain that is probably meant; undefined where this one may be right. */
export function meantDomain(typed: string): string | undefined {
  const domain = typed.toLowerCase();
  if (isProvider(domain) || real.has(domain)) return undefined;
  const ended = withEnd(domain);
  const [name, end] = split(ended);
  const meant = isProvider(ended) ? ended : withName(name, end);
  return meant ?? (ended === domain ? undefined : ended);
}

/** The address with that domain. */
export function meantAddress(typed: string): string | undefined {
  const [, user, domain = ''] = /^\s*([^\s@]+)@([^\s@]+)\s*$/.exec(typed) ?? [];
  const meant = meantDomain(domain);
  return user && meant && `${user}@${meant}`;
}

function isProvider(domain: string): boolean {
  const [name, end] = split(domain);
  return endsOf(name).includes(end);
}

function endsOf(name: string): string[] {
  return Object.hasOwn(providers, name)
    ? (providers[name] ?? '').split(' ')
    : [];
}

function split(domain: string): [name: string, end: string] {
  const dot = domain.indexOf('.');
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** With its end put right, if that is wrong. */
function withEnd(domain: string): string {
  const last = domain.slice(domain.lastIndexOf('.') + 1);
  for (const [end, wrong] of Object.entries(noEnds)) {
    if (last !== domain && wrong.split(' ').includes(last)) {
      return domain.slice(0, -last.length) + end;
    }
  }
  const [name, end] = split(domain);
  for (const provider of end ? [name] : Object.keys(providers)) {
    const isItsOwn = !onlyEnds.test(provider);
    for (const wanted of endsOf(provider)) {
      const slips = [slipsOfEnds[wanted], isItsOwn ? realEnds[wanted] : '']
        .join(' ')
        .split(' ');
      // Without an end there is no dot either, or nothing but the name.
      const bare = [provider + wanted.replace('.', '')];
      if (isItsOwn && wanted === 'com') bare.push(provider);
      if ((end ? slips : bare).includes(end || name)) {
        return `${provider}.${wanted}`;
      }
    }
  }
  return domain;
}

/** The provider whose name this is but for a slip. */
function withName(name: string, end: string): string | undefined {
  const meant = Object.keys(providers).find(
    (known) =>
      !onlyEnds.test(known) &&
      endsOf(known).includes(end) &&
      (isSlip(name, known) || slips[known]?.split(' ').includes(name)),
  );
  return meant && `${meant}.${end}`;
}

/** One letter left out or added, or two exchanged; but not the first alone. */
function isSlip(typed: string, known: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at += 1;
  const [left, right] = [typed.slice(at), known.slice(at)];
  const [a, b] = left;
  const [c, d] = right;
  if (left.slice(2) === right.slice(2) && a === d && b === c) return true;
  return at > 0 && (left === right.slice(1) || left.slice(1) === right);
}

/**
 * The domains of the largest providers that are in common use, after the lists
 * of mailcheck (github.com/mailcheck/mailcheck) and of ZooTools
 * (github.com/ZooTools/mail-spell-checker). Those suggest whatever is similar;
 * here a false alarm weighs more than a slip that is missed.
 */
const providers = `
  gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it
  yahoo.es yahoo.ca yahoo.in yahoo.com.br yahoo.com.au yahoo.co.in yahoo.co.jp
  hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
  hotmail.nl hotmail.be hotmail.ca outlook.com outlook.de outlook.fr
  outlook.es outlook.it icloud.com protonmail.com comcast.net verizon.net
  sbcglobal.net bellsouth.net btinternet.com rediffmail.com yandex.ru
  yandex.com t-online.de wanadoo.fr laposte.net freenet.de orange.fr aol.com
  live.com live.co.uk live.nl live.fr msn.com me.com mac.com gmx.de gmx.net
  gmx.at gmx.ch gmx.com web.de mail.ru mail.com free.fr libero.it proton.me
  qq.com att.net cox.net
`
  .trim()
  .split(/\s+/);
/**
 * Their names are words, or so short that many names differ by a letter: only
 * their ends are looked at.
 */
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
  if (providers.includes(domain) || real.has(domain)) return undefined;
  const ended = withEnd(domain);
  const meant = providers.includes(ended) ? ended : withName(ended);
  return meant ?? (ended === domain ? undefined : ended);
}

/** The address with that domain. */
export function meantAddress(typed: string): string | undefined {
  const [, user, domain = ''] = /^\s*([^\s@]+)@([^\s@]+)\s*$/.exec(typed) ?? [];
  const meant = meantDomain(domain);
  return user && meant && `${user}@${meant}`;
}

/** With its end put right, if that is wrong. */
function withEnd(domain: string): string {
  const last = domain.slice(domain.lastIndexOf('.') + 1);
  const right = Object.keys(noEnds).find((end) => has(noEnds[end], last));
  if (right && last !== domain) return domain.slice(0, -last.length) + right;
  const [name, end] = split(domain);
  const meant = providers.find((provider) => {
    const [itsName, itsEnd] = split(provider);
    const isItsOwn = !onlyEnds.test(itsName);
    // Without an end there is no dot either, or nothing but the name.
    if (!end && name === provider.replaceAll('.', '')) return true;
    if (name !== itsName) return false;
    if (!end) return isItsOwn && itsEnd === 'com';
    const isSlip = has(slipsOfEnds[itsEnd], end);
    return isSlip || (isItsOwn && has(realEnds[itsEnd], end));
  });
  return meant ?? domain;
}

/** The provider whose name this is but for a slip. */
function withName(domain: string): string | undefined {
  const [name, end] = split(domain);
  return providers.find((provider) => {
    const [known, itsEnd] = split(provider);
    if (end !== itsEnd || onlyEnds.test(known)) return false;
    return isSlip(name, known) || has(slips[known], name);
  });
}

function split(domain: string): [name: string, end: string] {
  const dot = domain.indexOf('.');
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

function has(list: string | undefined, word: string): boolean {
  return list?.split(' ').includes(word) ?? false;
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

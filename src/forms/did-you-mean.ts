/**
 * Domains from mailcheck (github.com/mailcheck/mailcheck) and mail-spell-checker
 * (github.com/ZooTools/mail-spell-checker). Both libraries would also suggest a
 * provider for the valid domain of a company, so they are not used.
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
/** Names that resemble many real domains, so only their suffix is checked. */
const uncheckedNamePattern = /^(\w{2,4}|libero|proton)$/;

/** The misspellings of each key, separated by spaces. */
type WordLists = Readonly<Record<string, string>>;

/** Misspelled suffixes that no real domain has. */
const invalidSuffixes: WordLists = {
  com: 'con cmo ocm comm vom xom cpm cim clm coom ccom comn conm cok',
  net: 'ner nett nte nwt neet',
  org: 'ogr orgg rog',
};
/** Suffixes that are always typos after a provider's name. */
const misspelledSuffixes: WordLists = {
  com: 'c',
  net: 'n',
  de: 'dee ed dr dw d',
  fr: 'frr rf ft f',
  ru: 'rru ruu ur ri r',
  'co.uk': 'couk co.ku co.ik co.u co.k cou.k coo.uk c.uk',
};
/** Real suffixes that are probably typos after a provider's name. */
const suffixMistakes: WordLists = { com: 'co cm om', net: 'ne' };
/** Frequent misspellings that `isMisspelling` does not detect. */
const misspelledNames: WordLists = {
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
const realSimilarDomains = new Set(['gail.com', 'orage.fr', 'oranges.fr']);

/** Returns the probable domain, or undefined if the typed domain may be right. */
export function suggestDomain(typed: string): string | undefined {
  const domain = typed.toLowerCase();
  if (providers.includes(domain) || realSimilarDomains.has(domain))
    return undefined;

  const correctedDomain = correctSuffix(domain);
  const provider = providers.find((each) => isTypo(correctedDomain, each));
  const suggestion = provider ?? correctedDomain;
  return suggestion === domain ? undefined : suggestion;
}

export function suggestEmail(typed: string): string | undefined {
  const match = /^\s*([^\s@]+)@([^\s@]+)\s*$/.exec(typed);
  if (!match) return undefined;

  const [, user = '', domain = ''] = match;
  const suggestion = suggestDomain(domain);
  return suggestion && `${user}@${suggestion}`;
}

function correctSuffix(domain: string): string {
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  for (const [suffix, misspelled] of Object.entries(invalidSuffixes)) {
    const isMisspelled = includesWord(misspelled, ending) && ending !== domain;
    if (isMisspelled) return domain.slice(0, -ending.length) + suffix;
  }
  return domain;
}

/** Whether the domain is the provider's domain with a typo in the name or the suffix. */
function isTypo(domain: string, provider: string): boolean {
  // The capture group makes `split` return the whole suffix after the first dot.
  const [typedName = '', typedSuffix = ''] = domain.split(/\.(.*)/);
  const [name = '', suffix = ''] = provider.split(/\.(.*)/);
  const isAmbiguous = uncheckedNamePattern.test(name);

  if (!typedSuffix && typedName === provider.replaceAll('.', '')) return true;
  if (typedSuffix === suffix) {
    const isListed = includesWord(misspelledNames[name], typedName);
    return !isAmbiguous && (isListed || isMisspelling(typedName, name));
  }

  if (typedName !== name) return false;
  if (includesWord(misspelledSuffixes[suffix], typedSuffix)) return true;
  if (isAmbiguous) return false;
  if (!typedSuffix) return suffix === 'com';
  return includesWord(suffixMistakes[suffix], typedSuffix);
}

function includesWord(list: string | undefined, word: string): boolean {
  return list?.split(' ').includes(word) ?? false;
}

/** Whether two letters are swapped, or a letter (not the first) is missing or added. */
function isMisspelling(typed: string, name: string): boolean {
  let index = 0;
  while (index < typed.length && typed[index] === name[index]) index += 1;

  const [typedRest, nameRest] = [typed.slice(index), name.slice(index)];
  const [typedFirst, typedSecond] = typedRest;
  const [nameFirst, nameSecond] = nameRest;
  const hasSameEnd = typedRest.slice(2) === nameRest.slice(2);
  const isSwapped = typedFirst === nameSecond && typedSecond === nameFirst;
  if (hasSameEnd && isSwapped) return true;

  const isFirstLetter = index === 0;
  if (isFirstLetter) return false;
  const isMissing = typedRest === nameRest.slice(1);
  const isAdded = typedRest.slice(1) === nameRest;
  return isMissing || isAdded;
}

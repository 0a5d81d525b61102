import { createHash } from 'node:crypto';
import { contentPolicy } from '../prerender/content-security-policy.ts';
import type { Findings } from './findings.ts';

interface Expected {
  /** Without one the site speaks to its own origin. */
  project: string | undefined;
  hasAnalytics: boolean;
}

const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** The policy that a page has in its own text. */
export function policyIn(html: string): string | undefined {
  return meta.exec(html)?.[1];
}

/**
 * Compares a page's own policy with the one that the build would give it, for
 * the styles and the script that it really has.
 */
export function checkPolicy(
  address: string,
  html: string,
  expected: Expected,
  findings: Findings,
): void {
  const find = (what: string) => findings.release('policy', address, what);
  const given = policyIn(html);
  if (given === undefined) {
    find('the page has no policy');
    return;
  }
  const styles = inline(html, 'style');
  const scripts = inline(html, 'script');
  if (html.search(meta) > html.search(/<(script|style)\b/)) {
    find('the policy stands after what it is to govern');
  }
  const [styleHash = "'none'", ...moreStyles] = styles;
  if (moreStyles.length > 0) find('the page has more styles than one');
  const wanted = contentPolicy({
    ...expected,
    styleHash,
    inlineScripts: scripts,
  });
  const [here, there] = [read(given), read(wanted)];
  for (const name of new Set([...there.keys(), ...here.keys()])) {
    const [has, needs] = [here.get(name), there.get(name)];
    if (!has) find(`the policy has no ${name}`);
    for (const source of needs ?? []) {
      if (has && !has.has(source)) find(`${name} blocks ${named(source)}`);
    }
    for (const source of has ?? []) {
      if (!needs?.has(source)) {
        const what = named(source, 'what is not in the page (a hash)');
        find(`${name} allows ${what}, which nothing here needs`);
      }
    }
  }
}

/** Those of one page alone are the same finding on all pages. */
function named(source: string, hash = "the page's own text"): string {
  return source.startsWith("'sha256-") ? hash : source;
}

/** Gives the hash of each, as policies have it. */
function inline(html: string, tag: string): string[] {
  const found = html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return [...found].map(([, text = '']) => {
    const hash = createHash('sha256').update(text).digest('base64');
    return `'sha256-${hash}'`;
  });
}

/** By directive, the sources. */
function read(policy: string): Map<string, ReadonlySet<string>> {
  const directives = policy.split(';').map((text) => text.trim().split(/\s+/));
  return new Map(
    directives
      .filter(([name]) => name)
      .map(([name = '', ...sources]) => [name, new Set(sources)]),
  );
}

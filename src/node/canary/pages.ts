import { randomUUID } from 'node:crypto';
import { notFound, type Route, routes } from '../../routes.ts';
import { escapeHtml } from '../escape-html.ts';
import { headersFor, isTypeOf, spellings } from './expected.ts';
import { quote } from './findings.ts';
import { policyIn } from './policy.ts';
import { type Answer, eachOf } from './request.ts';
import {
  checkCompression,
  checkHeaders,
  checkPace,
  get,
  type Site,
} from './site.ts';

export interface Pages {
  /** Their HTML, by path; that of the 404 page by its own. */
  html: ReadonlyMap<string, string>;
  /** What has been asked, and what came. */
  rows: string[][];
  /** The headers that firebase.json is about, as the first page has them. */
  headers: string[][];
}

/** Judges every page, every other spelling of its address, and the 404. */
export async function readPages(site: Site): Promise<Pages> {
  const html = new Map<string, string>();
  const headers: string[][] = [];
  const pages = await eachOf(routes, async (route) => {
    const answer = await get(site, route.path);
    if (answer && checkPage(site, route, answer, 200)) {
      html.set(route.path, answer.text);
      checkHeaders(site, route.path, answer);
      if (route.path === '/') headers.push(...headerRows(answer));
    }
    return rowOf(route.path, answer);
  });
  const moved = await eachOf(spellings, async ([from, to]) => {
    const answer = await get(site, from);
    if (answer) checkMoved(site, from, to, answer);
    return rowOf(from, answer);
  });
  const nobody = randomUUID();
  const missing = [`/${nobody}`, `/static/js/${nobody}.js`];
  const lost = await eachOf(missing, async (address) => {
    const answer = await get(site, address);
    if (answer && checkMissing(site, address, answer)) {
      html.set(notFound.path, answer.text);
    }
    return rowOf(address.replace(nobody, '(nothing)'), answer);
  });
  return { html, rows: [...pages, ...moved, ...lost], headers };
}

/** Gives whether it is a page at all. */
function checkPage(
  site: Site,
  { path, title }: Route,
  answer: Answer,
  wanted: 200 | 404,
): boolean {
  const { findings, ownName } = site;
  const { status, headers, text } = answer;
  if (status !== wanted) {
    findings.release('status', path, `it answers ${status}, not ${wanted}`);
    return false;
  }
  if (!isTypeOf('', headers['content-type'])) {
    const type = quote(headers['content-type'] ?? '');
    findings.release('type', path, `it comes as ${type}`);
    return false;
  }
  if (!text.includes(`<title>${escapeHtml(title)}</title>`)) {
    findings.release('page', path, `its title is not ${quote(title)}`);
  }
  const links = {
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1],
    'og:url': metaOf(text, 'og:url'),
    'og:image': metaOf(text, 'og:image'),
  };
  for (const [name, given] of Object.entries(links)) {
    const isWhole = name === 'og:image' || given === ownName + path;
    if (given === undefined && path === notFound.path) continue;
    if (isWhole && given?.startsWith(`${ownName}/`)) continue;
    const what = `its ${name} is of ${quote(siteOf(given))}, not ${ownName}`;
    findings.release('name', path, what);
  }
  checkCompression(site, path, answer);
  checkPace(site, path, answer);
  return true;
}

/** What a page says of itself where it is shared. */
export function metaOf(html: string, property: string): string | undefined {
  const tag = new RegExp(`<meta property="${property}" content="([^"]*)">`);
  return tag.exec(html)?.[1];
}

/** The origin, so that the same mistake is the same on every page. */
function siteOf(link = ''): string {
  return URL.canParse(link) ? new URL(link).origin : link;
}

function checkMoved(site: Site, from: string, to: string, answer: Answer) {
  const { origin, findings } = site;
  const { location = '' } = answer.headers;
  const leads = URL.canParse(location, origin)
    ? new URL(location, origin).href
    : location;
  if (answer.status === 301 && leads === new URL(to, origin).href) return;
  const instead = location ? ` to ${quote(location)}` : '';
  const what = `it answers ${answer.status}${instead}, not 301 to ${to}`;
  findings.release('redirect', from, what);
}

function checkMissing(site: Site, address: string, answer: Answer): boolean {
  const where = address.startsWith('/static/')
    ? 'a missing file in /static/'
    : 'a missing page';
  const { findings } = site;
  if (answer.status !== 404) {
    findings.release('404', where, `it answers ${answer.status}, not 404`);
    return false;
  }
  if (!checkPage(site, notFound, answer, 404)) return false;
  // With `Vary: *` no browser takes the answer again.
  const { 'cache-control': cache = '', vary } = answer.headers;
  if (!/no-cache|no-store/.test(cache) && vary !== '*') {
    findings.release('404', where, `it is kept: cache-control ${quote(cache)}`);
  }
  if (!answer.text.includes('<meta name="robots" content="noindex">')) {
    findings.release('404', where, 'search engines may list it');
  }
  checkHeaders(site, address, answer, ['cache-control', 'vary']);
  return true;
}

function headerRows({ headers, text }: Answer): string[][] {
  const names = [...headersFor('/').keys()];
  return [
    ...names.map((name) => [name, headers[name]?.toString() ?? '(none)']),
    ['its own policy', policyIn(text) ?? '(none)'],
  ];
}

function rowOf(address: string, answer: Answer | undefined): string[] {
  if (!answer) return [address, 'none'];
  const { status, headers, took } = answer;
  return [
    address,
    String(status),
    headers.location ?? headers['content-type'] ?? '',
    headers['cache-control'] ?? '',
    headers['content-encoding'] ?? '',
    `${Math.round(took)} ms`,
  ];
}

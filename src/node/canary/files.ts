import { createHash } from 'node:crypto';
import { notFound, routes } from '../../routes.ts';
import { robotsOf, sitemapOf } from '../plugins/sitemap.ts';
import { manifest } from '../plugins/web-manifest.ts';
import { isTypeOf } from './expected.ts';
import { quote } from './findings.ts';
import { metaOf, type Pages } from './pages.ts';
import { type Answer, eachOf } from './request.ts';
import {
  checkCompression,
  checkHeaders,
  checkPace,
  get,
  type Site,
} from './site.ts';

export interface Files {
  /** Those that answered, by address. */
  answers: ReadonlyMap<string, Answer>;
  /** How many addresses the worker keeps. */
  kept: number;
  worker: string;
}

/** Named by no page: crawlers and people know their addresses. */
const known = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest'];

/** Judges the worker, and every file that it, a page or a file names. */
export async function readFiles(site: Site, { html }: Pages): Promise<Files> {
  const answers = new Map<string, Answer>();
  const asked = new Set<string>();
  const readAll = async (addresses: readonly string[]): Promise<void> => {
    const fresh = [...new Set(addresses)].filter((name) => !asked.has(name));
    if (fresh.length === 0) return;
    for (const address of fresh) asked.add(address);
    const found = await eachOf(fresh, async (address) => {
      const answer = await get(site, address);
      if (!answer || !checkFile(site, address, answer)) return [];
      answers.set(address, answer);
      return namedIn(answer.text, address);
    });
    await readAll(found.flat());
  };
  await readAll(['/sw.js', ...known]);
  const worker = answers.get('/sw.js')?.text ?? '';
  const kept = keptBy(worker);
  const isPage = (address: string) =>
    address === notFound.path || routes.some(({ path }) => path === address);
  await readAll([
    ...[...kept.keys()].filter((address) => !isPage(address)),
    ...[...html].flatMap(([path, text]) => namedIn(text, path)),
    ...announced(html).map(([address]) => address),
  ]);
  if (worker) checkWorker(site, worker, kept, { html, answers });
  checkOwnFiles(site, answers);
  checkPictures(site, html, answers);
  return { answers, kept: kept.size, worker };
}

function checkFile(site: Site, address: string, answer: Answer): boolean {
  const { findings } = site;
  const { status, headers, body } = answer;
  if (status !== 200) {
    findings.release('file', address, `it answers ${status}`);
    return false;
  }
  if (!isTypeOf(address, headers['content-type'])) {
    const type = quote(headers['content-type'] ?? 'nothing');
    findings.release('type', address, `it comes as ${type}`);
    return false;
  }
  if (body.length === 0) findings.release('file', address, 'it is empty');
  checkHeaders(site, address, answer);
  checkCompression(site, address, answer);
  checkPace(site, address, answer);
  return true;
}

/** The files that a page, a script or a style sheet names. */
function namedIn(text: string, address: string): string[] {
  if (/\.(png|svg|woff2|txt|xml)$/.test(address)) return [];
  const whole = text.matchAll(
    /["'`(](\/[\w/.-]+\.(?:js|css|woff2|svg|png|webmanifest))["'`)]/g,
  );
  const beside = address.endsWith('.js')
    ? text.matchAll(/["'`](\.{1,2}\/[\w/.-]+\.js)["'`]/g)
    : [];
  return [...whole, ...beside].map(
    ([, name = '']) => new URL(name, `http://x${address}`).pathname,
  );
}

/** By address, the hash of what the worker keeps, where it has one. */
function keptBy(worker: string): ReadonlyMap<string, string | null> {
  const [list = '[]'] = /\[\{"(?:revision|url)":[^\]]*\}\]/.exec(worker) ?? [];
  try {
    const entries: { url: string; revision: string | null }[] =
      JSON.parse(list);
    return new Map(
      entries.map(({ url, revision }) => [
        new URL(url, 'http://x').pathname,
        revision,
      ]),
    );
  } catch {
    return new Map();
  }
}

/** The list is what tells one build from another: it has a hash of each page. */
function checkWorker(
  { findings }: Site,
  worker: string,
  kept: ReadonlyMap<string, string | null>,
  { html, answers }: Pick<Pages, 'html'> & Pick<Files, 'answers'>,
): void {
  if (kept.size === 0) {
    findings.release('worker', '/sw.js', 'it has no list of files to keep');
    return;
  }
  if (!/addEventListener\(["'`]fetch["'`]/.test(worker)) {
    findings.note(
      'The worker withdraws itself from every visitor (VITE_WORKER=off). Deploy without it once all is well.',
    );
  }
  for (const { path } of [...routes, notFound]) {
    if (kept.has(path)) continue;
    findings.release(
      'worker',
      '/sw.js',
      `it does not keep ${path} for offline`,
    );
  }
  for (const [address, revision] of kept) {
    const body = answers.get(address)?.body ?? html.get(address);
    if (revision === null || body === undefined) continue;
    const hash = createHash('md5').update(body).digest('hex');
    if (hash === revision) continue;
    findings.release('build', address, "it is not of the worker's build");
  }
}

/** What is written from the sources alone, word for word. */
function checkOwnFiles(
  { findings, ownName }: Site,
  answers: Files['answers'],
): void {
  const wanted = {
    '/robots.txt': robotsOf(ownName),
    '/sitemap.xml': sitemapOf(ownName),
  };
  for (const [address, text] of Object.entries(wanted)) {
    const given = answers.get(address)?.text;
    if (given === undefined || given === text) continue;
    const [, origin = ownName] =
      /(?:Sitemap: |<loc>)(https?:\/\/[^/\s<]+)/.exec(given) ?? [];
    findings.release(
      'name',
      address,
      origin === ownName
        ? 'it is not what these sources give'
        : `it is of the site ${quote(origin)}, not ${ownName}`,
    );
  }
  const given = answers.get('/manifest.webmanifest')?.text;
  if (given === undefined) return;
  const fields = parse(given);
  for (const [name, value] of Object.entries(manifest)) {
    if (JSON.stringify(fields[name]) === JSON.stringify(value)) continue;
    const what = `its ${name} are not those of these sources`;
    findings.release('manifest', '/manifest.webmanifest', what);
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Compares each picture's real size with the one it is announced with. */
function checkPictures(
  { findings }: Site,
  html: Pages['html'],
  answers: Files['answers'],
): void {
  for (const [address, wanted] of new Map(announced(html))) {
    const body = answers.get(address)?.body;
    if (!body) continue;
    const size = sizeOf(body);
    if (size === wanted) continue;
    const what = size ? `it is ${size}, not ${wanted}` : 'it is no PNG picture';
    findings.release('picture', address, what);
  }
}

/** Pictures that are fetched when the site is installed or shared. */
function announced(html: Pages['html']): [address: string, size: string][] {
  const { icons = [], screenshots = [] } = manifest;
  return [
    ...[...icons, ...screenshots].map(
      ({ src, sizes = '' }): [string, string] => [src, sizes],
    ),
    ['/icons/apple-touch-180.png', '180x180'],
    ...[...html.values()].flatMap(socialPicture),
  ];
}

function socialPicture(html: string): [string, string][] {
  const address = metaOf(html, 'og:image') ?? '';
  if (!URL.canParse(address)) return [];
  const sides = ['width', 'height'].map((side) =>
    metaOf(html, `og:image:${side}`),
  );
  return [[new URL(address).pathname, sides.join('x')]];
}

/** Width and height stand at the start of every PNG. */
function sizeOf(body: Buffer): string | undefined {
  const isPng = body.subarray(1, 4).toString() === 'PNG' && body.length > 24;
  return isPng
    ? `${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`
    : undefined;
}

import * as fs from 'node:fs';
import type * as http from 'node:http';
import * as path from 'node:path';
import { expect } from 'vitest';
import { type Stage, settings, startStage } from '../../rehearsal/stage.ts';
import { buildTo } from '../../support/builds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const rules = fs.readFileSync('firestore.rules', 'utf8');
export const dist = temporaryFolder();
const broken = temporaryFolder();
/** What is judged. */
export let stage: Stage;
/** What Google shows of the rules; nothing to who may not read them. */
let shownRules: string | undefined = rules;
let leadsToHttps = true;
let ahead = 0;

export async function setUp(): Promise<void> {
  buildTo(dist, 'vite.config.ts', settings);
  // As many again, and of no other kind than the icons.
  fs.rmSync(path.join(dist, 'pictures'), { recursive: true });
  stage = await startStage(dist);
}

/** Takes back what the functions below have done. */
export async function mend(): Promise<void> {
  stage.meet = () => false;
  stage.deploy(dist);
  stage.network.heal();
  leadsToHttps = true;
  ahead = 0;
  if (shownRules !== rules) await stage.deployRules();
  shownRules = rules;
  await stage.records.clear();
}

const started = Date.now();
/** A clock that a busy machine does not move. */
export const now = () => started + ahead;

export function passTime(milliseconds: number): void {
  ahead += milliseconds;
}

export function stayPlain(): void {
  leadsToHttps = false;
}

/** Sets a header of the answers there, or takes it away. */
export function alter(address: string, header: string, value?: string): void {
  stage.meet = ({ url }, response) => {
    if (!isAt(address, url)) return false;
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status: number) => {
      if (value === undefined) response.removeHeader(header);
      else response.setHeader(header, value);
      return writeHead(status);
    };
    return false;
  };
}

/** Answers there itself. */
export function answer(address: string, act: http.RequestListener): void {
  stage.meet = (request, response) => {
    if (!isAt(address, request.url)) return false;
    act(request, response);
    return true;
  };
}

/** All below an address that ends in a slash; '404' is whatever is missing. */
function isAt(address: string, url = ''): boolean {
  if (address === '404') return /[\da-f-]{36}/.test(url);
  return address.endsWith('/') && address !== '/faq/'
    ? url.startsWith(address)
    : url === address;
}

/** Deploys the build with these files changed. */
export function edit(file: RegExp, from: RegExp | string, to: string): void {
  let isChanged = false;
  for (const place of deployCopy(file)) {
    const text = fs.readFileSync(place, 'utf8');
    const changed = text.replace(from, to);
    isChanged ||= changed !== text;
    fs.writeFileSync(place, changed);
  }
  expect(isChanged).toBe(true);
}

/** Deploys the build without these files. */
export function remove(file: RegExp): void {
  for (const place of deployCopy(file)) fs.rmSync(place);
}

/** Deploys a copy of the build, and gives where these files of it are. */
function deployCopy(file: RegExp): string[] {
  fs.cpSync(dist, broken, { recursive: true });
  stage.deploy(broken);
  const all = fs.readdirSync(dist, { recursive: true }).map(String);
  const names = all.filter((name) => file.test(name));
  expect(names).not.toEqual([]);
  return names.map((name) => path.join(broken, name));
}

/** Deploys these access rules, which may or may not be read. */
export function replaceRules(
  from: RegExp | string,
  to: string,
  isShown = true,
): Promise<void> {
  const changed = rules.replace(from, to);
  expect(changed).not.toBe(rules);
  shownRules = isShown ? changed : undefined;
  return stage.deployRules(changed);
}

/** The way by http: to the site, and to Google's interface to the rules. */
export function answerPlainly(
  { url = '', headers }: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  if (url.endsWith('/releases/cloud.firestore')) {
    response.end('{"rulesetName":"projects/demo-pear/rulesets/live"}');
  } else if (url === '/v1/projects/demo-pear/rulesets/live') {
    if (shownRules === undefined) response.statusCode = 403;
    const files = [{ name: 'firestore.rules', content: shownRules }];
    response.end(JSON.stringify({ source: { files } }));
  } else {
    const location = `https://${headers.host}${url}`;
    if (leadsToHttps) response.writeHead(301, { location });
    response.end();
  }
}

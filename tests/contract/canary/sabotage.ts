import * as fs from 'node:fs';
import type * as http from 'node:http';
import * as path from 'node:path';
import { expect, inject } from 'vitest';
import {
  buildForStage,
  type Stage,
  startStage,
} from '../../rehearsal/stage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const rules = fs.readFileSync('firestore.rules', 'utf8');
export const dist = temporaryFolder();
const broken = temporaryFolder();
/** What is judged. */
export let stage: Stage;
const sound = {
  /** What Google shows of them; nothing to who may not read them. */
  rules: rules as string | undefined,
  leadsToHttps: true,
  /** How far the clock has been put forward. */
  ahead: 0,
};
export const state = { ...sound };

export async function setUp(): Promise<void> {
  fs.cpSync(buildForStage(), dist, { recursive: true });
  // As many again, and of no other kind than the icons.
  fs.rmSync(path.join(dist, 'pictures'), { recursive: true });
  stage = await startStage(dist, inject('emulator'));
}

/** Takes back what the functions below have done. */
export async function mend(): Promise<void> {
  stage.meet = () => false;
  stage.deploy(dist);
  stage.network.heal();
  if (state.rules !== rules) await stage.deployRules();
  Object.assign(state, sound);
  await stage.records.clear();
}

const started = Date.now();
/** A clock that a busy machine does not move. */
export const now = () => started + state.ahead;

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

/** Deploys the build with these files changed, or without them. */
export function edit(file: RegExp, from?: RegExp | string, to = ''): void {
  fs.cpSync(dist, broken, { recursive: true });
  stage.deploy(broken);
  const all = fs.readdirSync(dist, { recursive: true }).map(String);
  let isChanged = false;
  for (const name of all.filter((name) => file.test(name))) {
    const place = path.join(broken, name);
    const text = fs.readFileSync(place, 'utf8');
    const changed = from ? text.replace(from, to) : '';
    isChanged ||= changed !== text;
    if (from) fs.writeFileSync(place, changed);
    else fs.rmSync(place);
  }
  expect(isChanged).toBe(true);
}

/** Deploys these access rules, which may or may not be read. */
export function replaceRules(
  from: RegExp | string,
  to: string,
  isShown = true,
): Promise<void> {
  const changed = rules.replace(from, to);
  expect(changed).not.toBe(rules);
  state.rules = isShown ? changed : undefined;
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
    if (state.rules === undefined) response.statusCode = 403;
    const files = [{ name: 'firestore.rules', content: state.rules }];
    response.end(JSON.stringify({ source: { files } }));
  } else {
    const location = `https://${headers.host}${url}`;
    if (state.leadsToHttps) response.writeHead(301, { location });
    response.end();
  }
}

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as path from 'node:path';
import * as tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCanary, type World } from '../../src/node/canary/main.ts';
import { UserError } from '../../src/node/user-error.ts';
import { type Stage, settings, startStage } from '../rehearsal/stage.ts';
import { buildTo } from '../support/builds.ts';
import { refusal } from '../support/commits.ts';
import { runNode } from '../support/processes.ts';
import { startSite } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { listen } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';

const day = 24 * 60 * 60 * 1000;
const rules = fs.readFileSync('firestore.rules', 'utf8');

/** What a row can do to the stage, which is sound again afterwards. */
interface Saboteur {
  stage: Stage;
  /** Changes the answers at an address, or below one that ends in a slash. */
  alter(address: string, change: (response: http.ServerResponse) => void): void;
  /** Answers there itself. */
  answer(address: string, act: http.RequestListener): void;
  /** Deploys the build with these files changed; without a text one is gone. */
  edit(file: RegExp, change: (text: string) => string | undefined): void;
  copy(from: string, to: string): void;
  /** Deploys these access rules. */
  replaceRules(from: RegExp | string, to: string): Promise<void>;
  /** What comes by http. */
  answerPlainly(act: http.RequestListener): void;
  /** All that is asked from now on takes so many milliseconds. */
  delay(address: string, milliseconds: number): void;
}

interface Row {
  breaks?: (at: Saboteur) => void | Promise<void>;
  args?: string[];
  world?: Partial<World>;
  /** Each finding, and no other. */
  finds: RegExp[];
  status: 1 | 2 | 3;
}

const text = (type: string, body: string, status = 200) =>
  ((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  }) satisfies http.RequestListener;
const html = (body: string, status = 200) =>
  text('text/html; charset=utf-8', body, status);
const other = /^build +.*: it is not of the worker's build\. Roll back\.$/;
const write = ['--write'];
const pages = /^(?!404).*\.html$/;

const rows: Record<string, Row> = {
  'a header is gone': {
    breaks: ({ alter }) =>
      alter('/about', (response) =>
        response.removeHeader('x-content-type-options'),
      ),
    finds: [/^header +\/about: there is no x-content-type-options\. Roll back/],
    status: 1,
  },
  'a header lets others frame the site': {
    breaks: ({ alter }) =>
      alter('/', (response) =>
        response.setHeader('content-security-policy', 'frame-ancestors *'),
      ),
    finds: [
      /^header +\/, .* more: content-security-policy is "frame-ancestors \*"/,
      /^header +\/sw\.js: content-security-policy is "frame-ancestors \*"/,
    ],
    status: 1,
  },
  'the worker may be kept for a year': {
    breaks: ({ alter }) =>
      alter('/sw.js', (response) =>
        response.setHeader('cache-control', 'max-age=31536000'),
      ),
    finds: [
      /^header +\/sw\.js: cache-control is "max-age=31536000", not "no-c/,
    ],
    status: 1,
  },
  'hashed files are asked for again': {
    breaks: ({ alter }) =>
      alter('/static/', (response) =>
        response.setHeader('cache-control', 'no-cache'),
      ),
    finds: [
      /^header +\/static\/.* more: cache-control is "no-cache", not "pub/,
    ],
    status: 1,
  },
  'a redirect is missing': {
    breaks: ({ answer }) => answer('/waitList', html('', 404)),
    finds: [/^redirect +\/waitList: it answers 404, not 301 to \/waitlist\. R/],
    status: 1,
  },
  'a redirect leads elsewhere': {
    breaks: ({ alter }) =>
      alter('/faq/', (response) => response.setHeader('location', '/about')),
    finds: [
      /^redirect +\/faq\/: it answers 301 to "\/about", not 301 to \/faq/,
    ],
    status: 1,
  },
  'there is a page everywhere': {
    breaks: ({ alter }) =>
      alter('404', (response) => {
        response.statusCode = 200;
      }),
    finds: [
      /^404 +a missing file in \/static\/, a missing page: it answers 200, no/,
    ],
    status: 1,
  },
  'what is missing is missing for a year': {
    breaks: ({ alter }) =>
      alter('404', (response) => response.removeHeader('vary')),
    finds: [
      /^404 +a missing file in \/static\/: it is kept: cache-control "pu/,
    ],
    status: 1,
  },
  'a page fails': {
    breaks: ({ answer }) => answer('/faq', html('', 500)),
    finds: [/^status +\/faq: it answers 500, not 200\. Roll back\.$/],
    status: 1,
  },
  'a page is of another build': {
    breaks: ({ edit }) =>
      edit(/^about\.html$/, (page) => page.replace('Values', 'values')),
    finds: [other, /^page +\/about: its title is not "Our Core Values"/],
    status: 1,
  },
  'a picture is of another build': {
    breaks: ({ edit }) =>
      edit(/^favicon\.svg$/, (svg) => svg.replace('<svg', '<svg ')),
    finds: [/^build +\/favicon\.svg: it is not of the worker's build/],
    status: 1,
  },
  'a chunk is missing': {
    breaks: ({ edit }) => edit(/^static\/js\/waitlist-/, () => undefined),
    finds: [/^file +\/static\/js\/waitlist-.{8}\.js: it answers 404\. Roll b/],
    status: 1,
  },
  'a script is a page': {
    breaks: ({ answer }) => answer('/static/js/', html('<!doctype html>')),
    finds: [
      /^type +\/static\/js\/.* more: it comes as "text\/html; charset=utf-8"/,
      /^404 +a missing file in \/static\/: it answers 200/,
    ],
    status: 1,
  },
  'the worker is gone': {
    breaks: ({ edit }) => edit(/^sw\.js$/, () => undefined),
    finds: [/^file +\/sw\.js: it answers 404/],
    status: 1,
  },
  'the worker forgets a page': {
    breaks: ({ edit }) =>
      edit(/^sw\.js$/, (worker) =>
        worker.replace(/\{"revision":"\w+","url":"\/faq"\},/, ''),
      ),
    finds: [/^worker +\/sw\.js: it does not keep \/faq for offline/],
    status: 1,
  },
  'the settings are of another project': {
    world: { env: { ...settings, VITE_FIREBASE_PROJECT_ID: 'pear-other' } },
    finds: [
      /^project +\/sw\.js, the pages' scripts: it sends to the project "demo-pear", not pear-other/,
      /^policy +.*: connect-src blocks .*\/pear-other\/\. /,
      /^policy +.*: connect-src allows .*\/demo-pear\/, which nothing here nee/,
    ],
    status: 1,
  },
  'the worker is of another project': {
    breaks: ({ edit }) =>
      edit(/^sw\.js$/, (worker) =>
        worker.replaceAll('projectId:`demo-pear`', 'projectId:`pear-other`'),
      ),
    finds: [
      /^project +\/sw\.js: it sends to the project "pear-other", not demo/,
    ],
    status: 1,
  },
  'the key is not the one of the settings': {
    world: { env: { ...settings, VITE_FIREBASE_API_KEY: 'another' } },
    finds: [
      /^project +\/sw\.js, the pages' scripts: its API key is not that of the s/,
    ],
    status: 1,
  },
  'the policy blocks Firestore': {
    breaks: ({ edit }) =>
      edit(pages, (page) => page.replace(/ https:\/\/firestore[^ ;]*/, '')),
    finds: [
      /^policy +.* more: connect-src blocks https:\/\/firestore\./,
      other,
    ],
    status: 1,
  },
  'the policy allows any inline script': {
    breaks: ({ edit }) =>
      edit(pages, (page) =>
        page.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
      ),
    finds: [
      /^policy +.* more: script-src allows 'unsafe-inline', which/,
      other,
    ],
    status: 1,
  },
  'the policy is gone': {
    breaks: ({ edit }) =>
      edit(/^feed\.html$/, (page) =>
        page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
      ),
    finds: [/^policy +\/feed: the page has no policy/, other],
    status: 1,
  },
  "a page's script was changed on the way": {
    breaks: ({ edit }) =>
      edit(/^feed\.html$/, (page) => page.replace('<script>', '<script>1;')),
    finds: [
      /^policy +\/feed: script-src blocks the page's own text/,
      /^policy +\/feed: script-src allows what is not in the page/,
      other,
    ],
    status: 1,
  },
  "robots.txt is another site's": {
    breaks: ({ edit }) =>
      edit(/^(robots\.txt|sitemap\.xml)$/, (file) =>
        file.replaceAll('https://pear.test', 'https://pear.example'),
      ),
    finds: [
      /^name +\/robots\.txt, \/sitemap\.xml: it is of the site "https:\/\/pear\.example", not https:\/\/pear\.test/,
    ],
    status: 1,
  },
  "a canonical link is another site's": {
    breaks: ({ edit }) =>
      edit(/^faq\.html$/, (page) =>
        page.replace(
          'href="https://pear.test/',
          'href="http://localhost:4173/',
        ),
      ),
    finds: [
      /^name +\/faq: its canonical is of "http:\/\/localhost:4173", not https:/,
      other,
    ],
    status: 1,
  },
  'the manifest lacks an icon': {
    breaks: ({ edit }) =>
      edit(/^manifest\.webmanifest$/, (manifest) =>
        manifest.replace(/\{"src":"\/icons\/icon-192[^}]*\},/, ''),
      ),
    finds: [
      /^manifest +\/manifest\.webmanifest: its icons are not those of/,
      other,
    ],
    status: 1,
  },
  'an icon is missing': {
    breaks: ({ edit }) => edit(/^icons\/icon-192\.png$/, () => undefined),
    finds: [/^file +\/icons\/icon-192\.png: it answers 404/],
    status: 1,
  },
  'an icon is small': {
    breaks: ({ copy }) => copy('icons/icon-192.png', 'icons/icon-512.png'),
    finds: [
      /^picture +\/icons\/icon-512\.png: it is 192x192, not 512x512/,
      other,
    ],
    status: 1,
  },
  'the rules let anyone read': {
    breaks: ({ replaceRules }) =>
      replaceRules(/allow update: if isReplay\(\);/g, '$& allow read;'),
    finds: [
      /^rules +brandContact, .* 2 more: the access rules let anyone read\. Deploy /,
      /^rules +brandContact, .* 2 more: the access rules let anyone list\. Deploy /,
      /^rules +brandContact, .* 2 more: the access rules let anyone query\. Deploy /,
    ],
    status: 3,
  },
  'the rules let anyone do anything': {
    breaks: ({ replaceRules }) =>
      replaceRules(
        /match \/waitlist/,
        'match /{all=**} { allow read, write; }\n$&',
      ),
    finds: [
      /^rules +an unknown collection, .* 3 more: the access rules let anyone /,
    ],
    status: 3,
  },
  'the rules are of the last version': {
    args: write,
    breaks: ({ replaceRules }) =>
      replaceRules(/match \/careers.*?\n {4}\}/s, ''),
    finds: [
      /^rules +a good one of careers: the access rules refuse what the site send/,
    ],
    status: 3,
  },
  'the rules allow a field more': {
    args: write,
    breaks: ({ replaceRules }) =>
      replaceRules(/&& request\.resource\.data\.keys\(\)\.hasOnly.*/, ''),
    finds: [/^rules +brandContact whose .* more: the access rules accept it/],
    status: 3,
  },
  'the rules allow a longer text': {
    args: write,
    breaks: ({ replaceRules }) =>
      replaceRules("text('favoriteBrand', 100)", "text('favoriteBrand', 101)"),
    finds: [
      /^rules +waitlist whose favoriteBrand is too long: the access rules acce/,
    ],
    status: 3,
  },
  'the rules require less': {
    args: write,
    breaks: ({ replaceRules }) =>
      replaceRules("['email', 'brand']", "['email']"),
    finds: [/^rules +favoriteBrand without brand: the access rules accept it/],
    status: 3,
  },
  'the rules refuse a repeat': {
    args: write,
    breaks: ({ replaceRules }) =>
      replaceRules(/allow update: if isReplay\(\);/g, ''),
    finds: [/^rules +the same again: the access rules refuse a repeat, so/],
    status: 3,
  },
  'the rules allow a change': {
    args: write,
    breaks: ({ replaceRules }) => replaceRules(/if isReplay\(\);/g, 'if true;'),
    finds: [
      /^rules +brandContact, .* 2 more: the access rules let anyone change/,
      /^rules +the entry changed: the access rules let anyone change an entry/,
    ],
    status: 3,
  },
  'Google refuses the key': {
    breaks: ({ stage }) => {
      const reason = 'API_KEY_HTTP_REFERRER_BLOCKED';
      const error = { code: 403, status: 'PERMISSION_DENIED', message: 'No.' };
      const body = JSON.stringify({
        error: { ...error, details: [{ reason }] },
      });
      stage.network.fail({ kind: 'answer', status: 403, body });
    },
    finds: [
      /^firestore +submissions: Firestore answers "PERMISSION_DENIED API_KEY_HT/,
    ],
    status: 3,
  },
  "the day's writes are used up": {
    args: write,
    breaks: ({ stage }) =>
      stage.network.fail(refusal(429, 'RESOURCE_EXHAUSTED')),
    finds: [/^firestore +submissions: Firestore answers "RESOURCE_EXHAUSTED/],
    status: 3,
  },
  'the certificate ends soon': {
    world: { now: () => Date.now() + 85 * day },
    finds: [
      /^certificate https:\/\/pear\.test: its certificate ends on 20\d\d-/,
    ],
    status: 3,
  },
  'what comes by http stays there': {
    breaks: ({ answerPlainly }) => answerPlainly(html('')),
    finds: [
      /^http +http:\/\/pear\.test: it answers 200 instead of leading to ht/,
    ],
    status: 3,
  },
  'nothing is compressed': {
    breaks: ({ stage }) => {
      stage.meet = ({ headers }) => {
        delete headers['accept-encoding'];
        return false;
      };
    },
    finds: [
      /^compression \/, .* more: it travels uncompressed\. Hosting compre/,
    ],
    status: 3,
  },
  'a page is slow': {
    breaks: ({ delay }) => delay('/manifest.webmanifest', 4000),
    finds: [/^slow +\/manifest\.webmanifest.*: it took more than 3 s/],
    status: 3,
  },
  'a page does not come whole': {
    breaks: ({ answer }) =>
      answer('/faq', (_, response) => {
        response.writeHead(200, { 'content-length': 9 }).write('<', () => {
          response.destroy();
        });
      }),
    finds: [
      /^answer +\/faq: no whole answer \(ECONNRESET\)\. See that the netw/,
    ],
    status: 2,
  },
};

describeEmulator(() => {
  const dist = temporaryFolder();
  const broken = temporaryFolder();
  const agents = { http: new http.Agent(), https: new https.Agent() };
  let stage: Stage;
  let plain: Awaited<ReturnType<typeof listen>>;
  let clock = Date.now();
  const toHttps: http.RequestListener = ({ url, headers }, response) => {
    const location = `https://${headers.host}${url}`;
    response.writeHead(301, { location }).end();
  };
  let answerPlainly = toHttps;
  let rulesAreOurs = true;

  beforeAll(async () => {
    buildTo(dist, 'vite.config.ts', settings);
    stage = await startStage(dist);
    plain = await listen(http.createServer((...to) => answerPlainly(...to)));
    const { port } = new URL(plain.origin);
    agents.http = plainAgentTo(Number(port));
    agents.https = agentTo(stage.port, stage.certificate);
  });
  afterAll(async () => {
    agents.https.destroy();
    await plain.stop();
    await stage.stop();
  });
  afterEach(async () => {
    stage.meet = () => false;
    stage.deploy(dist);
    stage.network.heal();
    answerPlainly = toHttps;
    if (!rulesAreOurs) await stage.deployRules();
    rulesAreOurs = true;
    await stage.records.clear();
  });

  const canary = (args: string[] = [], more: Partial<World> = {}) =>
    run([stage.origin, ...args], {
      env: settings,
      agents,
      now: () => clock,
      production: {
        origin: stage.records.origin,
        authorize: async () => ({ authorization: 'Bearer owner' }),
      },
      ...more,
    });

  const saboteur = (): Saboteur => ({
    stage,
    alter: (address, change) => {
      stage.meet = ({ url = '' }, response) => {
        const isMissing = address === '404' && /[\da-f-]{36}/.test(url);
        if (!isMissing && !isAt(address, url)) return false;
        const writeHead = response.writeHead.bind(response);
        response.writeHead = (status: number) => {
          change(response);
          return writeHead(address === '404' ? response.statusCode : status);
        };
        return false;
      };
    },
    answer: (address, act) => {
      stage.meet = (request, response) => {
        if (!isAt(address, request.url)) return false;
        act(request, response);
        return true;
      };
    },
    edit: (file, change) => {
      fs.cpSync(dist, broken, { recursive: true });
      let count = 0;
      for (const name of fs.readdirSync(dist, { recursive: true })) {
        if (!file.test(String(name))) continue;
        const place = path.join(broken, String(name));
        const before = fs.readFileSync(place, 'utf8');
        const after = change(before);
        if (after !== before) count += 1;
        if (after === undefined) fs.rmSync(place);
        else fs.writeFileSync(place, after);
      }
      expect(count).toBeGreaterThan(0);
      stage.deploy(broken);
    },
    copy: (from, to) => {
      fs.cpSync(dist, broken, { recursive: true });
      fs.cpSync(path.join(dist, from), path.join(broken, to));
      stage.deploy(broken);
    },
    replaceRules: (from, to) => {
      const changed = rules.replace(from, to);
      expect(changed).not.toBe(rules);
      rulesAreOurs = false;
      return stage.deployRules(changed);
    },
    answerPlainly: (act) => {
      answerPlainly = act;
    },
    delay: (address, milliseconds) => {
      stage.meet = ({ url }) => {
        if (isAt(address, url)) clock += milliseconds;
        return false;
      };
    },
  });

  test('finds nothing wrong with what is sound, and leaves nothing', async () => {
    const { status, text } = await canary(write);
    expect(text).toContain('Pages of https://pear.test\n  /  ');
    expect(text).not.toContain('Wrong:');
    expect(text).toMatch(/\nThe owner's records showed the entry of canary-/);
    expect(text).not.toContain('made-up');
    expect(text).toMatch(/\nSound\.$/);
    expect(status).toBe(0);
    expect(await stage.records.count('waitlist')).toBe(0);
    expect(stage.network.commits).toBeGreaterThan(40);
  });

  test.for(Object.entries(rows))('%s', async ([, row]) => {
    await row.breaks?.(saboteur());
    const { status, text } = await canary(row.args, row.world);
    const [, wrong = ''] = text.split('\nWrong:\n');
    const lines = wrong.split('\n').slice(0, -1);
    const found = lines.map((line) => line.slice(2));
    for (const wanted of row.finds) {
      expect(found, text).toContainEqual(expect.stringMatching(wanted));
    }
    const known = (line: string) => row.finds.some((one) => one.test(line));
    expect(found.filter((line) => !known(line))).toEqual([]);
    expect(status).toBe(row.status);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  test('an interruption says so, and leaves nothing', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    stage.meet = ({ url }) => {
      if (url === '/feed/') stop.abort('Interrupted');
      return false;
    };
    const { status, text } = await canary(write, { signal });
    expect(text).toBe('Interrupted: nothing can be said of the site.');
    expect(status).toBe(2);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  test('an interruption after the entry erases it all the same', async () => {
    const stop = new AbortController();
    const { log, commits: before } = stage.network;
    stage.network.failEach(() => {
      const isIn = log.slice(before).some(({ storedAt }) => storedAt);
      if (isIn) stop.abort('Interrupted');
      return undefined;
    });
    let isHeardOut: boolean | undefined;
    const authorize = async () => {
      isHeardOut ??= log
        .slice(before)
        .every(({ storedAt, refusedAt }) => storedAt || refusedAt);
      return { authorization: 'Bearer owner' };
    };
    const { status, text } = await canary(write, {
      signal: stop.signal,
      production: { origin: stage.records.origin, authorize },
    });
    expect(isHeardOut).toBe(true);
    expect(text).toMatch(
      /\nThe owner's records showed the entry of canary-.*; it is erased\.\nInterrupted: nothing can be said of the site\.$/,
    );
    expect(status).toBe(2);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  test('without credentials it says how the entry is erased', async () => {
    const { origin } = stage.records;
    const authorize = async () => {
      throw new UserError('No credentials here.');
    };
    const { status, text } = await canary(write, {
      production: { origin, authorize },
    });
    const [entry] = await stage.records.list('waitlist');
    const email = entry?.fields.email;
    expect(text).toContain(
      `erase it with: npm run records -- erase ${email} --yes (No credentials here.)\nSound.`,
    );
    expect(status).toBe(0);
  });

  test('without the settings it takes what the scripts name', async () => {
    const { status, text } = await canary([], { env: {} });
    expect(text).toMatch(/\nSound\.$/);
    expect(status).toBe(0);
  });

  test('two sites of one build are the same', async () => {
    const same = ['--same-as', 'https://localhost'];
    expect((await canary(same)).text).toMatch(/\nSound\.$/);
    stage.meet = ({ headers, url }, response) => {
      if (headers.host !== 'localhost' || url !== '/sw.js') return false;
      response.end('');
      return true;
    };
    const { status, text } = await canary(same);
    expect(text).toContain(
      '\nWrong:\n  build       /sw.js: it is not the build at https://localhost. Roll',
    );
    expect(status).toBe(1);
  });

  test('a build without a project is no deployment', async () => {
    saboteur().edit(/\.js$/, (script) => script.replace('made-up', 'local'));
    const { status, text } = await canary([], { env: {} });
    expect(text).toContain('project     /sw.js: it has no Firebase project');
    expect(status).toBe(1);
  });
});

test('help says what the exit status means', async () => {
  const { status, text } = await run(['--help']);
  expect(text).toMatch(/^npm run canary -- https:.*Exit status: 0 {2}sound/s);
  expect(status).toBe(0);
});

test.for([
  [[], /^Name one address, as in: npm run canary -- https:\/\/pear\.example$/],
  [['https://a.test', 'https://b.test'], /^Name one address/],
  [['pear.test'], /^"pear\.test" is no address of a site; write its origin/],
  [['https://pear.test/about'], /is no address of a site/],
  [['ftp://pear.test'], /is no address of a site/],
  [['http://pear.test'], /^Visitors find the site by https; write https:/],
  [['--local', 'http://pear.test'], /^--local is for a site of npm start/],
  [['--local', 'https://localhost'], /^--local is for a site of npm start/],
  [['--yes', 'https://pear.test'], /^The canary knows no --yes, only --write/],
  [
    ['https://nowhere.invalid'],
    /^No answer from https:\/\/nowhere\.invalid \(E/,
  ],
] satisfies [string[], RegExp][])('%j is one line', async ([args, line]) => {
  const { status, text } = await run(args);
  expect(text).toMatch(line);
  expect(text).not.toContain('\n');
  expect(status).toBe(2);
});

test('half a configuration is one line', async () => {
  const env = { VITE_FIREBASE_PROJECT_ID: 'pear-site' };
  const { status, text } = await run(['https://pear.test'], { env });
  expect(text).toMatch(/^VITE_FIREBASE_PROJECT_ID is set without [^\n]*$/);
  expect(status).toBe(2);
});

/** A server that is no site of ours. */
async function withServer(
  act: http.RequestListener,
  test: (origin: string) => Promise<void>,
): Promise<void> {
  const { origin, stop } = await listen(http.createServer(act));
  try {
    await test(origin);
  } finally {
    await stop();
  }
}

test.for<[http.RequestListener, RegExp]>([
  [html('<title>Another</title>'), /answers 200, but neither its first page/],
  [html('', 404), /answers 404, but neither its first page nor its manifest/],
  [
    (_, response) =>
      response.writeHead(302, { location: 'https://portal.test/a' }).end(),
    /leads to https:\/\/portal\.test; name that address\.$/,
  ],
  [
    (_, response) => response.destroy(),
    /^No answer from .* \(ECONNRESET\); see/,
  ],
  [() => undefined, /^No answer from .* \(nothing in 0\.05 s\); see/],
])('what is not this site is one line', ([act, line]) =>
  withServer(act, async (origin) => {
    const limit = line.source.includes('nothing in') ? 50 : 60_000;
    const { status, text } = await run(['--local', origin], { limit });
    expect(text).toMatch(line);
    expect(text).not.toContain('\n');
    expect(status).toBe(2);
  }),
);

describe('a certificate', () => {
  const folder = temporaryFolder();
  const openssl = (args: string, more: string[] = []) => {
    const all = [...args.split(' '), ...more];
    const { status, stderr } = spawnSync('openssl', all, { cwd: folder });
    expect(String(stderr), args).toSatisfy(() => status === 0);
  };

  test.for([
    ['that has ended', '-1', 'CERT_HAS_EXPIRED'],
    ['of another name', '9', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that nobody vouches for', '9', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('%s is said', async ([what, days = '', code]) => {
    openssl('ecparam -name prime256v1 -genkey -noout -out key');
    const name = what === 'of another name' ? 'another.test' : 'pear.test';
    openssl(`req -new -key key -subj /CN=${name} -out request`);
    openssl(`x509 -req -in request -signkey key -days ${days} -out cert`);
    const key = fs.readFileSync(path.join(folder, 'key'));
    const cert = fs.readFileSync(path.join(folder, 'cert'), 'utf8');
    const server = https.createServer({ key, cert }, html(''));
    const { origin, stop } = await listen(server);
    const trusted = what === 'that nobody vouches for' ? [] : cert;
    const agents = {
      http: new http.Agent(),
      https: agentTo(Number(new URL(origin).port), trusted),
    };
    const { status, text } = await run(['https://pear.test'], { agents });
    expect(text).toMatch(/^Wrong:\n {2}certificate https:\/\/pear\.test: its/);
    expect(text).toContain(`is not trusted (${code}). See the domain in the F`);
    expect(status).toBe(3);
    await stop();
  });
});

test('npm run canary judges what npm start serves', async () => {
  const site = await startSite();
  const canary = (args: string[]) =>
    runNode('npm', ['run', '-s', 'canary', '--', ...args], { stdio: 'pipe' });
  const { isFine, output } = canary(['--local', site.origin, '--write']);
  expect(output).toContain(`Pages of ${site.origin}\n`);
  expect(output).toMatch(/the entry +accepted\n +the same again +accepted\n/);
  expect(output).toMatch(/; it is erased\.\nSound\.\n$/);
  expect(isFine).toBe(true);
  const text = fs.readFileSync(
    path.join(site.dataDir, 'records.jsonl'),
    'utf8',
  );
  expect(text).toBe('');
  await site.stop();
});

/** Runs the command here, with what it prints in one text. */
async function run(args: string[], world: Partial<World> = {}) {
  const lines: string[] = [];
  const status = await runCanary(args, {
    env: {},
    print: (line) => lines.push(line),
    agents: { http: new http.Agent(), https: new https.Agent() },
    now: Date.now,
    limit: 60_000,
    signal: new AbortController().signal,
    production: { origin: 'http://127.0.0.1:1', authorize: async () => ({}) },
    ...world,
  });
  return { status, text: lines.join('\n') };
}

function isAt(address: string, url = ''): boolean {
  return address.endsWith('/') && address !== '/faq/'
    ? url.startsWith(address)
    : url === address;
}

/** Whatever name is asked for, it is here. */
function agentTo(port: number, ca: string | string[]): https.Agent {
  const agent = new https.Agent({ keepAlive: true, ca });
  return Object.assign(agent, {
    createConnection: (options: tls.ConnectionOptions) =>
      tls.connect({ ...options, host: '127.0.0.1', port }),
  });
}

function plainAgentTo(port: number): http.Agent {
  const createConnection = () => net.connect(port, '127.0.0.1');
  return Object.assign(new http.Agent(), { createConnection });
}

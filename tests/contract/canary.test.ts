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
import { hasOpenssl } from '../rehearsal/certificate.ts';
import { type Stage, settings, startStage } from '../rehearsal/stage.ts';
import { buildTo } from '../support/builds.ts';
import { refusal } from '../support/commits.ts';
import { listen } from '../support/ports.ts';
import { runNode } from '../support/processes.ts';
import { startSite } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { describeEmulator } from './describe-emulator.ts';

const rules = fs.readFileSync('firestore.rules', 'utf8');
const dist = temporaryFolder();
const broken = temporaryFolder();
let clock = Date.now();
/** Sound at the start of each test, whatever the one before has broken. */
let stage: Stage;
/** What Google shows of the rules; nothing to who may not read them. */
let shownRules: string | undefined = rules;
let leadsToHttps = true;
/** With CI=true nothing is skipped: the stage fails instead. */
const isWithoutOpenssl = !hasOpenssl() && process.env.CI !== 'true';
const skipAloud = () => test.skip('all of it, skipped: openssl is not here');

interface Row {
  breaks?: () => void | Promise<void>;
  args?: string[];
  world?: Partial<World>;
  /** How each finding begins, where '…' is any text; there is no other. */
  finds: string[];
}

const html = (body: string, status = 200) =>
  ((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  }) satisfies http.RequestListener;
const write = ['--write'];
const pages = /^(?!404).*\.html$/;

/** A build that differs there, deployed where ours has to be. */
function differs(
  where: string,
  file: RegExp,
  from: RegExp | string,
  to: string,
): Row {
  const finds = [`build ${where}: it is not what a build of this checkout has`];
  return { breaks: () => edit(file, from, to), finds };
}

/** Ours, deployed where that of other settings has to be. */
function isExpected(from: RegExp, to: string): Row {
  const build = async () => {
    edit(/\.(html|js)$/, from, to);
    stage.deploy(dist);
    return broken;
  };
  const finds = [
    'build …/static/… more: it is not what a build of this checkou',
  ];
  return { world: { build }, finds };
}

/** Other rules, live; where nobody may read them, they are asked. */
function live(from: RegExp | string, to: string, ...asked: string[]): Row {
  const finds =
    asked.length > 0
      ? asked
      : ['rules firestore.rules: the live access rules are not those of this'];
  return {
    args: write,
    breaks: () => replaceRules(from, to, asked.length === 0),
    finds,
  };
}
const replay = /allow update: if isReplay\(\);/g;
const anything = 'match /{all=**} { allow read, write; }\n$&';
const shown = 'rules firestore.rules: the live access rules are not those';
const changed =
  'rules the entry changed: the access rules let anyone change an';

/** By the exit status. */
const rows: Record<1 | 2 | 3, Record<string, Row>> = {
  1: {
    'a header is gone': {
      breaks: () => alter('/about', 'x-content-type-options'),
      finds: ['header /about: there is no x-content-type-options. Roll back'],
    },
    'a header lets others frame the site': {
      breaks: () => alter('/', 'content-security-policy', 'frame-ancestors *'),
      finds: [
        'header /, … more: content-security-policy is "frame-ancestors *"',
        'header /sw.js: content-security-policy is "frame-ancestors *"',
      ],
    },
    'the worker may be kept for a year': {
      breaks: () => alter('/sw.js', 'cache-control', 'max-age=31536000'),
      finds: ['header /sw.js: cache-control is "max-age=31536000", not "no-c'],
    },
    'hashed files are asked for again': {
      breaks: () => alter('/static/', 'cache-control', 'no-cache'),
      finds: ['header /static/… more: cache-control is "no-cache", not "pub'],
    },
    'a redirect is missing': {
      breaks: () => answer('/waitList', html('', 404)),
      finds: ['redirect /waitList: it answers 404, not 301 to /waitlist. R'],
    },
    'a redirect leads elsewhere': {
      breaks: () => alter('/faq/', 'location', '/about'),
      finds: ['redirect /faq/: it answers 301 to "/about", not 301 to /faq'],
    },
    'there is a page everywhere': {
      breaks: () =>
        answer('404', html(fs.readFileSync(`${dist}/404.html`, 'utf8'))),
      finds: [
        'status a missing file in /static/, a missing page: it answers 2',
      ],
    },
    'what is missing is missing for a year': {
      breaks: () => alter('404', 'vary'),
      finds: ['404 a missing file in /static/: it is kept: cache-control "pu'],
    },
    'a page fails': {
      breaks: () => answer('/faq', html('', 500)),
      finds: ['status /faq: it answers 500, not 200. Roll back.'],
    },
    'a chunk is missing': {
      breaks: () => remove(/^static\/js\/waitlist-/),
      finds: ['status /static/js/waitlist-….js: it answers 404, not 200. R'],
    },
    'a script is a page': {
      breaks: () => answer('/static/js/', html('<!doctype html>')),
      finds: [
        'type /static/js/… more: it comes as "text/html; charset=utf-8"',
        'status a missing file in /static/: it answers 200, not 404',
      ],
    },
    'the worker is gone': {
      breaks: () => remove(/^sw\.js$/),
      finds: ['status /sw.js: it answers 404, not 200'],
    },
    'an icon is missing': {
      breaks: () => remove(/^icons\/icon-192\.png$/),
      finds: ['status /icons/icon-192.png: it answers 404, not 200'],
    },
    'an icon is small': {
      breaks: () => {
        stage.meet = (request) => {
          request.url = request.url?.replace('icon-512.png', 'icon-192.png');
          return false;
        };
      },
      finds: ['build /icons/icon-512.png: it is not what a build'],
    },
    'a page is of another build': differs(
      '/about',
      /^about\.html$/,
      'Values',
      'values',
    ),
    'a picture is of another build': differs(
      '/favicon.svg',
      /^favicon\.svg$/,
      '<svg',
      '<svg ',
    ),
    'the worker forgets a page': differs(
      '/sw.js',
      /^sw\.js$/,
      /\{"revision":"\w+","url":"\/faq"\},/,
      '',
    ),
    'the worker is of another project': differs(
      '/sw.js',
      /^sw\.js$/,
      /projectId:`demo-pear`/g,
      'projectId:`pear-other`',
    ),
    'the settings are of another project': isExpected(/demo-pear/g, 'pear-x'),
    'the key is not the one of the settings': isExpected(/made-up/g, 'other'),
    'the policy blocks Firestore': differs(
      '/, … more',
      pages,
      / https:\/\/firestore[^ ;]*/,
      '',
    ),
    'the policy allows any inline script': differs(
      '/, … more',
      pages,
      "script-src 'self'",
      "$& 'unsafe-inline'",
    ),
    'the policy is gone': differs(
      '/feed',
      /^feed\.html$/,
      /<meta http-equiv="Content-Sec[^>]*>/,
      '',
    ),
    "a page's script was changed on the way": differs(
      '/feed',
      /^feed\.html$/,
      '<script>',
      '<script>1;',
    ),
    "robots.txt is another site's": differs(
      '/robots.txt, /sitemap.xml',
      /^(robots|sitemap)\./,
      /\/pear\.test/g,
      '/pear.example',
    ),
    "a canonical link is another site's": differs(
      '/faq',
      /^faq\.html$/,
      'href="https://pear.test/',
      'href="http://localhost:4173/',
    ),
    'the manifest lacks an icon': differs(
      '/manifest.webmanifest',
      /^manifest\./,
      /\{"src":"\/icons\/icon-192[^}]*\},/,
      '',
    ),
  },
  2: {
    'a page does not come whole': {
      breaks: () =>
        answer('/faq', (_, response) => {
          response.writeHead(200, { 'content-length': 9 }).write('<', () => {
            response.destroy();
          });
        }),
      finds: ['answer /faq: no whole answer (ECONNRESET). See that the netw'],
    },
  },
  3: {
    'the rules are of the last version': live(
      /match \/careers.*?\n {4}\}/s,
      '',
    ),
    'the rules allow a longer text': live(
      "'favoriteBrand', 100",
      "'favoriteBrand', 101",
    ),
    'the rules require less': live("['email', 'brand']", "['email']"),
    'the rules allow a field more': live(
      /&& request\.resource\.data\.keys\(\)\.hasOnly.*/,
      '',
    ),
    'the rules let anyone read': {
      ...live(replay, '$& allow read;'),
      finds: [shown, 'rules waitlist: the access rules let anyone list'],
    },
    'the rules let anyone read, and nobody may read them': live(
      replay,
      '$& allow read;',
      'rules brandContact, … 2 more: the access rules let anyone list. Deploy ',
    ),
    'the rules let anyone do anything': {
      ...live('match /waitlist', anything),
      finds: [
        shown,
        'rules waitlist: the access rules let anyone list',
        changed,
      ],
    },
    'the rules let anyone do anything, and nobody may read them': live(
      'match /waitlist',
      anything,
      'rules brandContact, … 3 more: the access rules let anyone list',
      'rules brandContact, … 3 more: the access rules let anyone change',
      'rules brandContact, … 3 more: the access rules let anyone delete',
      changed,
    ),
    'the rules refuse a repeat': {
      ...live(replay, ''),
      finds: [shown, 'rules the same again: the access rules refuse a repeat'],
    },
    'the rules allow a change': {
      ...live(/if isReplay\(\);/g, 'if true;'),
      finds: [shown, changed],
    },
    'the rules allow a change, and nobody may read them': live(
      /if isReplay\(\);/g,
      'if true;',
      'rules brandContact, … 2 more: the access rules let anyone change',
      changed,
    ),
    'Google refuses the key': {
      args: write,
      breaks: () => {
        const details = [{ reason: 'API_KEY_HTTP_REFERRER_BLOCKED' }];
        const error = { code: 403, status: 'PERMISSION_DENIED', details };
        const body = JSON.stringify({ error: { ...error, message: 'No.' } });
        stage.network.fail({ kind: 'answer', status: 403, body });
      },
      finds: ['firestore submissions: … "PERMISSION_DENIED API_KEY_HT'],
    },
    "the day's writes are used up": {
      args: write,
      breaks: () => stage.network.fail(refusal(429, 'RESOURCE_EXHAUSTED')),
      finds: ['firestore submissions: Firestore answers "RESOURCE_EXHAUSTED'],
    },
    'the certificate ends soon': {
      world: { now: () => Date.now() + 85 * 24 * 60 * 60 * 1000 },
      finds: ['certificate https://pear.test: its certificate ends on 20…-'],
    },
    'what comes by http stays there': {
      breaks: () => {
        leadsToHttps = false;
      },
      finds: ['http http://pear.test: it answers 200 instead of leading to ht'],
    },
    'nothing is compressed': {
      breaks: () => {
        stage.meet = ({ headers }) => {
          delete headers['accept-encoding'];
          return false;
        };
      },
      finds: ['compression /, … more: it travels uncompressed. Hosting compre'],
    },
    'a page is slow': {
      breaks: () => {
        stage.meet = ({ url }) => {
          if (url === '/manifest.webmanifest') clock += 4000;
          return false;
        };
      },
      finds: ['slow /manifest.webmanifest…: it took more than 3 s'],
    },
  },
};

describeEmulator(() => {
  if (isWithoutOpenssl) return skipAloud();
  const agents = { http: new http.Agent(), https: new https.Agent() };
  let plain: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    buildTo(dist, 'vite.config.ts', settings);
    stage = await startStage(dist);
    plain = await listen(http.createServer(answerPlainly));
    agents.http = plainAgentTo(Number(new URL(plain.origin).port));
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
    leadsToHttps = true;
    if (shownRules !== rules) await stage.deployRules();
    shownRules = rules;
    await stage.records.clear();
  });

  const ownerWith = (authorize: World['owner']['authorize']) => ({
    owner: {
      records: stage.records.origin,
      rules: 'http://rules.test',
      authorize,
    },
  });
  const canary = (args: string[] = [], more: Partial<World> = {}) =>
    run([stage.origin, ...args], {
      agents,
      now: () => clock,
      build: async () => dist,
      ...ownerWith(async () => ({ authorization: 'Bearer owner' })),
      ...more,
    });

  test('finds nothing wrong with what is sound, and leaves nothing', async () => {
    const { status, text } = await canary(write);
    expect(text).toMatch(
      /\nServed: 1\d\d files, \d+ redirects, what is missing/,
    );
    expect(text).toContain('\nAccess rules: compared with firestore.rules.\n');
    expect(text).toMatch(
      /\n {2}the entry: accepted\n {2}the same again: accepted\n {2}the entry changed: refused\n/,
    );
    expect(text).toMatch(/\nThe owner's records showed the entry of canary-/);
    expect(text).not.toContain('made-up');
    expect(text).toMatch(/\nSound\.$/);
    expect(status).toBe(0);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  describe.for([1, 2, 3] as const)('exit status %i', (wanted) => {
    test.for(Object.entries(rows[wanted]))('%s', async ([, row]) => {
      await row.breaks?.();
      const { status, text } = await canary(row.args, row.world);
      const [, wrong = ''] = text.split('\nWrong:\n');
      const lines = wrong.split('\n').slice(0, -1);
      const found = lines.map((line) => line.slice(2).replace(/ +/g, ' '));
      const known = found.map(
        (line) => row.finds.find((start) => begins(line, start)) ?? line,
      );
      expect(new Set(known), text).toEqual(new Set(row.finds));
      expect(status).toBe(wanted);
      expect(await stage.records.count('waitlist')).toBe(0);
    });
  });

  test('an interruption says so, and leaves nothing', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    stage.meet = ({ url }) => {
      if (url === '/feed/') stop.abort('Interrupted');
      return false;
    };
    const { status, text } = await canary(write, { signal });
    expect(text).toMatch(/\nInterrupted: nothing can be said of the site\.$/);
    expect(status).toBe(2);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  test('an interruption after the entry erases it all the same', async () => {
    const stop = new AbortController();
    const { log, commits: before } = stage.network;
    const ours = () => log.slice(before);
    stage.network.failEach(() => {
      if (ours().some(({ storedAt }) => storedAt)) stop.abort('Interrupted');
      return undefined;
    });
    let wasAnswered: boolean | undefined;
    const owner = ownerWith(async () => {
      if (stop.signal.aborted)
        wasAnswered ??= ours().every((one) => one.storedAt || one.refusedAt);
      return { authorization: 'Bearer owner' };
    });
    const { status, text } = await canary(write, {
      signal: stop.signal,
      ...owner,
    });
    expect(wasAnswered).toBe(true);
    expect(text).toMatch(
      /\nThe owner's records showed the entry of canary-.*; it is erased\.\nInterrupted: nothing can be said of the site\.$/,
    );
    expect(status).toBe(2);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  test('without credentials it asks the rules, and how to erase', async () => {
    const owner = ownerWith(async () => {
      throw new UserError('No credentials here.');
    });
    const { status, text } = await canary(write, owner);
    const [entry] = await stage.records.list('waitlist');
    const email = entry?.fields.email;
    expect(text).toContain('\nAccess rules: asked what they have to refuse.\n');
    expect(text).toContain(
      'rules were not read (No credentials here.); an acc',
    );
    expect(text).toContain(
      `erase it with: npm run records -- erase ${email} --yes (No credentials here.)\nSound.`,
    );
    expect(status).toBe(0);
  });

  test('an entry that its owner does not see is not sound', () =>
    withServer(html('[]'), async (records) => {
      const owner = { ...ownerWith(async () => ({})).owner, records };
      const { status, text } = await canary(write, { owner });
      expect(text).toMatch(
        /\nWrong:\n {2}records +waitlist\/\S+, favoriteBrand\/\S+: the entry is not among the owner's newest records\. See npm run records/,
      );
      expect(status).toBe(3);
    }));

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

test.for([
  [{}, /^There is no Firebase project in \.env\.production, [^\n]*$/],
  [
    { VITE_FIREBASE_PROJECT_ID: 'pear-site' },
    /^VITE_FIREBASE_PROJECT_ID is set without [^\n]*$/,
  ],
  [{ ...settings, VITE_SITE_URL: '' }, /^VITE_SITE_URL is ""; [^\n]*$/],
] as const)('the settings %o are no deployment', async ([env, line]) => {
  const { status, text } = await run(['https://pear.test'], { env });
  expect(text).toMatch(line);
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
  if (isWithoutOpenssl) return skipAloud();
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
  expect(output).toContain(`Judging ${site.origin} by the build in dist\n`);
  expect(output).toMatch(/the entry: accepted\n {2}the same again: accepted\n/);
  expect(output).toMatch(/; it is erased\.\nSound\.\n$/);
  expect(isFine).toBe(true);
  const records = path.join(site.dataDir, 'records.jsonl');
  expect(fs.readFileSync(records, 'utf8')).toBe('');
  await site.stop();
});

/** Runs the command here, with what it prints in one text. */
async function run(args: string[], world: Partial<World> = {}) {
  const lines: string[] = [];
  const status = await runCanary(args, {
    env: settings,
    print: (line) => lines.push(line),
    build: async () => expect.unreachable(),
    agents: { http: new http.Agent(), https: new https.Agent() },
    now: Date.now,
    limit: 60_000,
    signal: new AbortController().signal,
    owner: { records: '', rules: '', authorize: async () => ({}) },
    ...world,
  });
  return { status, text: lines.join('\n') };
}

/** Sets a header of the answers there, or takes it away. */
function alter(address: string, header: string, value?: string): void {
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
function answer(address: string, act: http.RequestListener): void {
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
function edit(file: RegExp, from: RegExp | string, to: string): void {
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
function remove(file: RegExp): void {
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
function replaceRules(
  from: RegExp | string,
  to: string,
  isShown: boolean,
): Promise<void> {
  const changed = rules.replace(from, to);
  expect(changed).not.toBe(rules);
  shownRules = isShown ? changed : undefined;
  return stage.deployRules(changed);
}

/** The way by http: to the site, and to Google's interface to the rules. */
function answerPlainly(
  { url = '', headers }: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const isRules = headers.host === 'rules.test';
  if (!isRules && leadsToHttps) {
    const location = `https://${headers.host}${url}`;
    response.writeHead(301, { location });
  }
  if (!isRules) response.end();
  else if (shownRules === undefined) {
    response.writeHead(403);
    response.end('{"error":{"status":"PERMISSION_DENIED","message":"No."}}');
  } else if (url === '/v1/projects/demo-pear/releases/cloud.firestore') {
    response.end('{"rulesetName":"projects/demo-pear/rulesets/live"}');
  } else {
    expect(url).toBe('/v1/projects/demo-pear/rulesets/live');
    const files = [{ name: 'firestore.rules', content: shownRules }];
    response.end(JSON.stringify({ source: { files } }));
  }
}

/** Whether it begins so, where '…' is any text. */
function begins(line: string, start: string): boolean {
  const escaped = start.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '.*')}`).test(line);
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

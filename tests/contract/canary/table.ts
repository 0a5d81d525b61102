import * as fs from 'node:fs';
import { refusal } from '../../support/commits.ts';
import { html } from './run.ts';
import {
  alter,
  answer,
  dist,
  edit,
  replaceRules,
  stage,
  state,
} from './sabotage.ts';

/** What breaks it; how each finding begins, where '…' is any text. */
type Row = readonly [() => unknown, ...finds: string[]];

const pages = /^(?!404).*\.html$/;
const icon = /\{"src":"\/icons\/icon-192[^}]*\},/;
const faq = /\{"revision":"\w+","url":"\/faq"\},/;
const policy = /<meta http-equiv="Content-S[^>]*>/;
const firestore = / https:\/\/firestore[^ ;]*/;

/** Of the files named so, a text that is replaced: other bytes than built. */
const changes: Record<string, [RegExp, RegExp | string, string]> = {
  'a page is of another build': [/^about\.html/, 'Values', 'values'],
  'a picture is of another build': [/^favicon/, '<svg', '<svg '],
  'the worker forgets a page': [/^sw/, faq, ''],
  'the worker is of another project': [/^sw/, /`demo-pear`/g, '`pear-other`'],
  'the settings are of another project': [/index|sw/, /demo-pear/g, 'other'],
  'the key is not the one of the settings': [/\.js$/, /made-up/g, 'another'],
  'the policy blocks Firestore': [pages, firestore, ''],
  'the policy allows inline scripts': [pages, "'self'", "* 'unsafe-inline'"],
  'the policy is gone': [/^feed\.html/, policy, ''],
  "a page's script was changed": [/^feed\.html/, '<script>', '<script>1;'],
  "robots.txt is another site's": [/^(robots|site)/, /pear\.test/g, 'x.test'],
  "a canonical link is another site's": [/^faq\.html/, /pear\.test/g, 'x.test'],
  'the manifest lacks an icon': [/^manifest/, icon, ''],
};

const replay = /allow update: if isReplay\(\);/g;
const replayed = /if isReplay\(\);/g;
const anything = 'match /{all=**} { allow read, write; }\n$&';
const shown =
  'rules firestore.rules: the access rules that are live are others';
const changed = 'rules the entry changed: the access rules let anyone chang';

const otherRules: Record<string, [RegExp | string, string]> = {
  'the rules are of the last version': [/match \/careers.*?\n {4}\}/s, ''],
  'the rules allow a longer text': [
    "('favoriteBrand', 1",
    "('favoriteBrand', 2",
  ],
  'the rules require less': ["['email', 'brand']", "['email']"],
  'the rules allow a field more': [/&& \S+\.keys\(\)\.hasOnly.*/, ''],
};

const changedFiles = mapped(changes, (change) => [
  () => edit(...change),
  `build ${addressOf(change[0])}: it is not what`,
]);
const changedRules = mapped(otherRules, (change) => [
  () => replaceRules(...change),
  shown,
]);

function mapped<Change>(
  changes: Record<string, Change>,
  rowOf: (change: Change) => Row,
): Record<string, Row> {
  const all = Object.entries(changes);
  return Object.fromEntries(all.map(([name, one]) => [name, rowOf(one)]));
}

/** By the exit status. */
export const rows: Record<1 | 2 | 3, Record<string, Row>> = {
  1: {
    'a header is gone': [
      () => alter('/about', 'x-content-type-options'),
      'header /about: there is no x-content-type-options. Roll back',
    ],
    'a header lets others frame the site': [
      () => alter('/', 'content-security-policy', 'frame-ancestors *'),
      'header /, … more: content-security-policy is "frame-ancestors *"',
      'header /sw.js: content-security-policy is "frame-ancestors *"',
    ],
    'the worker may be kept for a year': [
      () => alter('/sw.js', 'cache-control', 'max-age=31536000'),
      'header /sw.js: cache-control is "max-age=31536000", not "no-c',
    ],
    'hashed files are asked for again': [
      () => alter('/static/', 'cache-control', 'no-cache'),
      'header /static/… more: cache-control is "no-cache", not "pub',
    ],
    'a redirect is missing': [
      () => answer('/waitList', html('', 404)),
      'redirect /waitList: it answers 404, not 301 to /waitlist. R',
    ],
    'a redirect leads elsewhere': [
      () => alter('/faq/', 'location', '/about'),
      'redirect /faq/: it answers 301 to "/about", not 301 to /faq',
    ],
    'there is a page everywhere': [
      () => answer('404', html(fs.readFileSync(`${dist}/404.html`, 'utf8'))),
      'status a missing file in /static/, a missing page: it answers 2',
    ],
    'what is missing is missing for a year': [
      () => alter('404', 'vary'),
      '404 a missing file in /static/: it is kept: cache-control "pu',
    ],
    'a page fails': [
      () => answer('/faq', html('', 500)),
      'status /faq: it answers 500, not 200. Roll back.',
    ],
    'a chunk is missing': [
      () => edit(/^static\/js\/form-/),
      'status /static/js/form-….js: it answers 404, not 200. R',
    ],
    'a script is a page': [
      () => answer('/static/js/', html('<!doctype html>')),
      'type /static/js/… more: it comes as "text/html; charset=utf-8"',
      'status a missing file in /static/: it answers 200, not 404',
    ],
    'the worker is gone': [
      () => edit(/^sw\.js$/),
      'status /sw.js: it answers 404, not 200',
    ],
    'an icon is missing': [
      () => edit(/^icons\/icon-192\.png$/),
      'status /icons/icon-192.png: it answers 404, not 200',
    ],
    'an icon is small': [
      () => {
        stage.meet = (request) => {
          request.url = request.url?.replace('icon-512.png', 'icon-192.png');
          return false;
        };
      },
      'build /icons/icon-512.png: it is not what a build',
    ],
    ...changedFiles,
  },
  2: {
    'a page does not come whole': [
      () =>
        answer('/faq', (_, response) => {
          response.writeHead(200, { 'content-length': 9 }).write('<', () => {
            response.destroy();
          });
        }),
      'answer /faq: no whole answer (ECONNRESET). See that the netw',
    ],
  },
  3: {
    ...changedRules,
    'the rules let anyone read': [
      () => replaceRules(replay, '$& allow read;'),
      shown,
      'rules waitlist: the access rules let anyone list',
    ],
    'the rules let anyone do anything': [
      () => replaceRules('match /waitlist', anything),
      shown,
      'rules waitlist: the access rules let anyone list',
      changed,
    ],
    'the rules refuse a repeat': [
      () => replaceRules(replay, ''),
      shown,
      'rules the same again: the access rules refuse a repeat',
    ],
    'the rules allow a change': [
      () => replaceRules(replayed, 'if true;'),
      shown,
      changed,
    ],
    'anyone may read, but not the rules': [
      () => replaceRules(replay, '$& allow read;', false),
      'rules brandContact, … 2 more: the access rules let anyone list. Deploy ',
    ],
    'anyone may do anything but read the rules': [
      () => replaceRules('match /waitlist', anything, false),
      'rules brandContact, … 3 more: the access rules let anyone list',
      'rules brandContact, … 3 more: the access rules let anyone change',
      'rules brandContact, … 3 more: the access rules let anyone delete',
      changed,
    ],
    'anyone may change records, and not read the rules': [
      () => replaceRules(replayed, 'if true;', false),
      'rules brandContact, … 2 more: the access rules let anyone change',
      changed,
    ],
    'Google refuses the key': [
      () => {
        const details = [{ reason: 'API_KEY_HTTP_REFERRER_BLOCKED' }];
        const error = { code: 403, status: 'PERMISSION_DENIED', details };
        const body = JSON.stringify({ error: { ...error, message: 'No.' } });
        stage.network.fail({ kind: 'answer', status: 403, body });
      },
      'firestore submissions: … "PERMISSION_DENIED API_KEY_HT',
    ],
    "the day's writes are used up": [
      () => stage.network.fail(refusal(429, 'RESOURCE_EXHAUSTED')),
      'firestore submissions: Firestore answers "RESOURCE_EXHAUSTED',
    ],
    'the certificate ends soon': [
      () => Object.assign(state, { ahead: 85 * 24 * 60 * 60 * 1000 }),
      'certificate https://pear.test: its certificate ends on 20…-',
    ],
    'what comes by http stays there': [
      () => Object.assign(state, { leadsToHttps: false }),
      'http http://pear.test: it answers 200 instead of leading to ht',
    ],
    'nothing is compressed': [
      () => {
        stage.meet = ({ headers }) => {
          delete headers['accept-encoding'];
          return false;
        };
      },
      'compression /, … more: it travels uncompressed. Hosting compre',
    ],
    'a page is slow': [
      () => {
        stage.meet = ({ url }) => {
          if (url === '/manifest.webmanifest') state.ahead += 4000;
          return false;
        };
      },
      'slow …: it took more than 3 s',
    ],
  },
};

/** Of the one file, or of whichever they are. */
function addressOf({ source }: RegExp): string {
  const [, name] = /^\^(\w+)(?:\\\.html)?$/.exec(source) ?? [];
  return name ? `/${name}…` : '…';
}

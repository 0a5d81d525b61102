import { beforeEach, expect, test, vi } from 'vitest';
import {
  deleteAnalyticsData,
  getConsent,
} from '../../../src/visitor/consent.ts';

interface Cookie {
  name: string;
  /** Undefined for a cookie of the host alone. */
  domain?: string | undefined;
}

const hostname = 'shop.pear.example';

let cookies: Cookie[];
let deletedDatabases: string[];

/** Imitates `document.cookie` of a page on `hostname`. Browsers forbid top-level domains. */
const fakeDocument = {
  get cookie() {
    return cookies.map(({ name }) => `${name}=1`).join('; ');
  },
  set cookie(text: string) {
    const [pair = '', ...attributes] = text.split('; ');
    expect(attributes).toEqual(expect.arrayContaining(['max-age=0', 'path=/']));

    const domain = attributes
      .find((attribute) => attribute.startsWith('domain='))
      ?.slice('domain='.length);

    const isAccepted =
      !domain ||
      (domain.includes('.') && `.${hostname}`.endsWith(`.${domain}`));
    if (!isAccepted) return;

    const name = pair.replace(/=$/, '');
    cookies = cookies.filter(
      (cookie) => cookie.name !== name || cookie.domain !== domain,
    );
  },
};

beforeEach(() => {
  cookies = [];
  deletedDatabases = [];
  vi.stubGlobal('document', fakeDocument);
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('indexedDB', {
    deleteDatabase: (name: string) => deletedDatabases.push(name),
  });
});

test('withdrawal deletes the cookies of analytics on each domain of the host, and no others', () => {
  const domains = [undefined, hostname, 'pear.example'];
  const names = ['_ga', '_ga_MEASURED', '_gallery', 'other'];
  cookies = domains.flatMap((domain) =>
    names.map((name) => ({ name, domain })),
  );

  deleteAnalyticsData();

  const remaining = new Set(cookies.map(({ name }) => name));
  expect([...remaining]).toEqual(['_gallery', 'other']);
  expect(cookies).toHaveLength(2 * domains.length);
});

test('withdrawal deletes the databases of analytics', () => {
  deleteAnalyticsData();
  expect(deletedDatabases).toEqual([
    'firebase-installations-database',
    'firebase-heartbeat-database',
  ]);
});

test('withdrawal works in a browser without IndexedDB', () => {
  vi.stubGlobal('indexedDB', undefined);
  cookies = [{ name: '_ga' }];
  deleteAnalyticsData();
  expect(cookies).toEqual([]);
});

test.for([
  [{}, 'yes', 'yes'],
  [{}, 'no', 'no'],
  [{}, null, 'unanswered'],
  [{}, 'YES', 'unanswered'],
  [{ globalPrivacyControl: true }, 'yes', 'refused'],
  [{ globalPrivacyControl: false }, 'yes', 'yes'],
  [{ doNotTrack: '1' }, 'yes', 'refused'],
  [{ doNotTrack: '0' }, 'yes', 'yes'],
] as const)(
  'with %o in navigator and the stored answer %s, the consent is %s',
  ([navigator, answer, consent]) => {
    vi.stubGlobal('navigator', navigator);
    vi.stubGlobal('localStorage', { getItem: () => answer });
    expect(getConsent()).toBe(consent);
  },
);

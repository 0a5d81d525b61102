import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { analyticsTexts } from '../../../src/content/analytics.ts';
import {
  deleteAnalyticsData,
  getConsent,
} from '../../../src/visitor/consent.ts';
import { FakeStorage } from '../forms/fake-storage.ts';

const analytics = vi.hoisted(() => {
  return { setAnalyticsEnabled: vi.fn() };
});
vi.mock('../../../src/firebase/analytics.ts', () => analytics);

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
  const names = ['_ga', '_ga_MEASURED', '_gallery', 'my_ga'];
  cookies = domains.flatMap((domain) =>
    names.map((name) => ({ name, domain })),
  );

  deleteAnalyticsData();

  const remaining = new Set(cookies.map(({ name }) => name));
  expect([...remaining]).toEqual(['_gallery', 'my_ga']);
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
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === 'pear_analytics' ? answer : null),
    });
    expect(getConsent()).toBe(consent);
  },
);

describe('a page that watches the consent', () => {
  const { setAnalyticsEnabled } = analytics;
  let preferences: typeof import('../../../src/visitor/local-preferences.ts');
  /** Whether analytics was wanted, for each time that it was switched. */
  let switches: boolean[];

  beforeEach(async () => {
    switches = [];
    setAnalyticsEnabled
      .mockReset()
      .mockImplementation(async (isWanted: () => boolean) => {
        switches.push(isWanted());
      });
    cookies = [{ name: '_ga' }];
    // Otherwise a slow run would be followed by a pause.
    vi.useFakeTimers({ toFake: ['performance'] });

    vi.stubGlobal('__HAS_ANALYTICS__', true);
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('localStorage', new FakeStorage());
    vi.stubGlobal('addEventListener', () => undefined);

    // The page of the last test still listens to its own modules.
    vi.resetModules();
    const consent = await import('../../../src/visitor/consent.ts');
    preferences = await import('../../../src/visitor/local-preferences.ts');
    consent.watchConsent();
    await settle();
  });

  afterEach(() => vi.useRealTimers());

  async function settle(): Promise<void> {
    await new Promise(setImmediate);
    await vi.dynamicImportSettled();
    await new Promise(setImmediate);
  }

  async function answer(text: 'yes' | 'no'): Promise<void> {
    preferences.setPreference('pear_analytics', text);
    await settle();
  }

  test('loads no analytics before the consent, and deletes what an earlier visit has left', () => {
    expect(setAnalyticsEnabled).not.toHaveBeenCalled();
    expect(cookies).toEqual([]);
  });

  test('starts analytics after the consent, and stops it after the withdrawal', async () => {
    await answer('yes');
    cookies = [{ name: '_ga' }];
    await answer('yes');
    expect(switches).toEqual([true, true]);
    expect(cookies).toEqual([{ name: '_ga' }]);

    await answer('no');
    expect(switches).toEqual([true, true, false]);
    expect(cookies).toEqual([]);
  });

  test('deletes the data of analytics after the withdrawal, though a content blocker blocks the script', async () => {
    setAnalyticsEnabled.mockRejectedValue(new TypeError('blocked'));
    await answer('yes');
    cookies = [{ name: '_ga' }];

    await answer('no');
    expect(setAnalyticsEnabled).toHaveBeenCalledTimes(1);
    expect(cookies).toEqual([]);
  });
});

// The question and the footer speak of visits, and each form says that nobody else gets
// what a visitor sends.
test('analytics counts visits, and no event of the site', () => {
  expect(analyticsTexts.question).toBe('May we count this visit?');
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  expect(sources).toContain('firebase/analytics.ts');

  const otherUses = sources.filter((file) =>
    /\b(logEvent|setUserId|setUserProperties|gtag|dataLayer)\b/.test(
      readFileSync(`src/${file}`, 'utf8'),
    ),
  );
  expect(otherUses, 'see "what analytics counts" in CONTRIBUTING.md').toEqual(
    [],
  );
});

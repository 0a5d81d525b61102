/** Something that browsers lack: by age, by setting, or by where they run. */
interface Lack {
  name: string;
  /** As `Interface.member`, a global's name, or `attribute.name`. */
  names: readonly string[];
  /** What else makes it look as in such a browser. */
  also?: string;
  /** Which browsers these are. */
  where: string;
  /** What the site does there instead. */
  instead: string;
  /** The worker uses it as well. */
  worker?: true;
  /** What shows it, where it's not tests/e2e/loading/lacks.spec.ts. */
  shownBy?: string;
}

/** No attribute and no selector either. */
const noPopovers = `{
  const { matches } = Element.prototype;
  Element.prototype.matches = function (selector) {
    if (selector.includes(':popover')) throw new DOMException(selector);
    return matches.call(this, selector);
  };
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      for (const element of target.querySelectorAll(
        '[popover], [popovertarget]',
      )) {
        element.removeAttribute('popover');
        element.removeAttribute('popovertarget');
      }
    }
  }).observe(document, { childList: true, subtree: true });
}`;

const forbid = (...names: string[]) =>
  names
    .map(
      (name) => `Object.defineProperty(globalThis, '${name}', {
  get() { throw new DOMException('As the test has it', 'SecurityError') },
});`,
    )
    .join('\n');

/**
 * All that `src` uses and that not all browsers in src/node/browsers.ts have
 * (tests/unit/lacks.test.ts finds what is missing here), and what else may be
 * away: by a setting, in a private window, in another app's view.
 */
export const lacks: readonly Lack[] = [
  {
    name: 'popovers',
    names: [
      'HTMLElement.popover',
      'HTMLElement.showPopover',
      'HTMLElement.hidePopover',
      'HTMLElement.togglePopover',
      'attribute.popover',
      'attribute.popovertarget',
      'attribute.popovertargetaction',
    ],
    also: noPopovers,
    where: 'Safari before 17, Firefox before 125, Chromium before 114',
    instead: 'the menu is a modal dialog',
  },
  {
    name: 'requestIdleCallback',
    names: ['Window.requestIdleCallback'],
    where: 'Safari',
    instead: 'a short wait',
  },
  {
    name: 'view transitions',
    names: ['Document.startViewTransition'],
    where: 'Safari before 18, Firefox before 144, Chromium before 111',
    instead: 'the new page shows at once',
  },
  {
    name: 'modulepreload',
    names: [],
    also: `{
      const { supports } = DOMTokenList.prototype;
      DOMTokenList.prototype.supports = function (token) {
        return token !== 'modulepreload' && supports.call(this, token);
      };
    }`,
    where: 'Safari before 17, Firefox before 115',
    instead: 'the code that delivers is loaded, not only fetched',
  },
  {
    name: 'PerformanceObserver',
    names: ['PerformanceObserver'],
    where: 'browsers whose visitors forbid timing',
    instead: 'the scripts start at the load event',
  },
  {
    name: 'observing paint',
    names: [],
    also: `PerformanceObserver.prototype.observe = () => {
      throw new TypeError('As the test has it');
    }`,
    where: 'browsers whose visitors forbid timing',
    instead: 'the scripts start at the load event',
  },
  {
    name: 'Background Sync',
    names: [
      'ServiceWorkerRegistration.sync',
      'ServiceWorkerGlobalScope.sync',
      'SyncManager',
    ],
    where: 'Safari, Firefox',
    instead: "the page's own triggers",
    worker: true,
    shownBy: 'tests/faults: F45',
  },
  {
    name: 'badges',
    names: ['Navigator.setAppBadge', 'Navigator.clearAppBadge'],
    where: 'Firefox, Safari before 17, Chromium on Android',
    instead: 'no number on the icon',
    worker: true,
  },
  {
    name: 'the offer to install',
    names: ['Window.beforeinstallprompt', 'Window.appinstalled'],
    where: 'Safari, Firefox',
    instead: 'no button; on iOS a sentence that tells how',
    shownBy: 'every test: only a profile on disk is made the offer',
  },
  {
    name: 'Trusted Types',
    names: [
      'trustedTypes',
      'TrustedTypePolicyFactory.createPolicy',
      'TrustedTypePolicy.createScriptURL',
    ],
    where: 'Safari before 26, Firefox before 148',
    instead: "the worker's address is a plain string",
    worker: true,
  },
  {
    name: 'what is known of the connection',
    names: ['Navigator.connection'],
    where: 'Safari, Firefox',
    instead: 'the worker keeps all files',
    worker: true,
  },
  {
    name: 'signals not to be tracked',
    names: ['Navigator.globalPrivacyControl', 'Navigator.doNotTrack'],
    where: 'Chromium and Safari, each one of them',
    instead: 'the other one counts',
    shownBy: 'tests/e2e/privacy/analytics.spec.ts',
  },
  {
    name: 'the wheel',
    names: ['Element.wheel'],
    where: 'Safari on iOS',
    instead: 'nothing: there is no wheel that could scroll',
    shownBy: 'nothing to show',
  },
  {
    name: 'BroadcastChannel',
    names: ['BroadcastChannel'],
    where: 'Safari before 15.4, and where storage is partitioned',
    instead: 'the page looks every two seconds',
    worker: true,
  },
  {
    name: 'BroadcastChannel, forbidden',
    names: [],
    also: `globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException('As the test has it', 'SecurityError');
      }
    };`,
    where: 'Firefox with cookies blocked',
    instead: 'the page looks every two seconds',
    worker: true,
  },
  {
    name: 'randomUUID',
    names: ['Crypto.randomUUID'],
    where: 'plain http, Firefox before 95',
    instead: 'the same from random bytes',
    worker: true,
  },
  {
    name: 'Web Locks',
    names: ['Navigator.locks'],
    where: 'plain http',
    instead: 'ids alone keep deliveries from doubling; edits hold nothing back',
    worker: true,
    shownBy: 'tests/faults: F35',
  },
  {
    name: 'the clipboard',
    names: ['Navigator.clipboard'],
    where: 'plain http, and where the visitor forbids it',
    instead: 'the text of an unsent message shows, selected',
    shownBy: 'tests/e2e/forms/unsent.spec.ts',
  },
  {
    name: 'persistent storage',
    names: ['Navigator.storage'],
    where: 'plain http',
    instead: 'the browser may evict what waits',
    shownBy: 'tests/outbox/client.test.ts',
  },
  {
    name: 'workers',
    names: ['Navigator.serviceWorker', 'Window.caches'],
    where: 'views in other apps, private windows of Firefox, plain http',
    instead: 'the page delivers, and needs the network to load',
  },
  {
    name: 'workers, forbidden',
    names: [],
    also: `for (const name of ['register', 'getRegistration']) {
      ServiceWorkerContainer.prototype[name] = () =>
        Promise.reject(new DOMException('As the test has it', 'SecurityError'));
    }`,
    where: 'browsers whose visitors forbid cookies',
    instead: 'the page delivers, and needs the network to load',
  },
  {
    name: 'storage for strings, forbidden',
    names: [],
    also: forbid('sessionStorage', 'localStorage'),
    where: 'browsers whose visitors forbid cookies',
    instead: 'a reload starts anew, no email is remembered',
  },
  {
    name: 'storage for strings, full',
    names: [],
    also: `Storage.prototype.setItem = () => {
      throw new DOMException('As the test has it', 'QuotaExceededError');
    }`,
    where: 'anywhere',
    instead: 'a reload starts anew, no email is remembered',
  },
  {
    name: 'IndexedDB',
    names: ['Window.indexedDB'],
    where: 'views in other apps',
    instead: 'the form sends at once or says that it could not',
    worker: true,
    shownBy: 'tests/faults: F41',
  },
  {
    name: 'IndexedDB, forbidden',
    names: [],
    also: forbid('indexedDB'),
    where: 'browsers whose visitors forbid cookies',
    instead: 'the form sends at once or says that it could not',
    worker: true,
  },
];

/** What some browsers lack of these at the same time. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'Safari 15.4': [
    'popovers',
    'requestIdleCallback',
    'view transitions',
    'modulepreload',
    'Background Sync',
    'badges',
    'what is known of the connection',
  ],
  'Firefox 115': [
    'popovers',
    'view transitions',
    'Background Sync',
    'badges',
    'what is known of the connection',
  ],
  'a view in another app': ['workers', 'Background Sync', 'IndexedDB'],
  'plain http': [
    'randomUUID',
    'Web Locks',
    'persistent storage',
    'workers',
    'the clipboard',
  ],
  'a private window without storage': [
    'workers, forbidden',
    'storage for strings, forbidden',
    'IndexedDB, forbidden',
    'BroadcastChannel, forbidden',
  ],
};

/** The script that takes these away, to run before the site's own. */
export function withoutThese(gone: readonly Lack[]): string {
  const names = gone.flatMap((lack) => lack.names);
  const also = gone.map((lack) => lack.also ?? '').join(';\n');
  return `(${takeAway})(${JSON.stringify(names)});\n${also};\n`;
}

/** Holds all it needs: it runs in the page or in the worker. */
function takeAway(names: string[]): void {
  const all = globalThis as unknown as Record<string, object | undefined>;
  for (const name of names) {
    const [owner = '', member] = name.split('.');
    const found = all[owner] ?? all[`Worker${owner}`];
    const prototype = (found as { prototype?: object } | undefined)?.prototype;
    if (!member) Reflect.deleteProperty(all, owner);
    else if (owner === 'Window') Reflect.deleteProperty(all, member);
    else {
      if (found) Reflect.deleteProperty(found, member);
      if (prototype) Reflect.deleteProperty(prototype, member);
    }
  }
}

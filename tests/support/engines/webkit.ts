import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { webkit } from 'playwright';
import { expect } from 'playwright/test';
import { findBrowser } from '../browsers.ts';
import { freePort } from '../ports.ts';
import { startProcess } from '../processes.ts';
import type { Browser, Driver, Needs, Tab } from './engine.ts';
import { startPlaywright } from './playwright.ts';
import { WebDriverSession } from './webdriver.ts';

export async function startWebkit(): Promise<Driver> {
  const found = findBrowser('webkit');
  if (found.kind === 'own') return startPlaywright(webkit, {});
  if (found.kind === 'none') throw new Error('There is no WebKit here');
  const display = await startProcess(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { ready: /^\d+\n/m },
  );
  const home = mkdtempSync(path.join(tmpdir(), 'pear-webkit-'));
  const number = /^\d+/m.exec(display.output())?.[0];
  const port = await freePort();
  const running = await startProcess(
    found.path,
    [`--port=${port}`, '--host=127.0.0.1'],
    { env: homeIn(home, `:${number}`) },
  );
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => isUp(url)).toBe(true);
  const binary = findMiniBrowser();
  return {
    start: (needs) => startBrowser(url, binary, needs),
    close: async () => {
      await running.stop();
      await display.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Nothing of the user's own, and nothing of the tests' left with the user. */
function homeIn(home: string, display: string): NodeJS.ProcessEnv {
  return {
    DISPLAY: display,
    HOME: home,
    XDG_CACHE_HOME: path.join(home, 'cache'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: home,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
  };
}

function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** It comes with the library: <architecture>/webkit2gtk-4.1, for example. */
function findMiniBrowser(): string {
  const roots = ['/usr/libexec', '/usr/lib', '/usr/lib64'];
  const near = [...roots, ...roots.flatMap(foldersIn)];
  const found = near
    .flatMap(foldersIn)
    .filter((folder) => /\/webkit2?gtk/.test(folder))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => existsSync(file));
  if (found) return found;
  throw new Error('WebKitWebDriver is here, its MiniBrowser is not');
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name));
}

async function startBrowser(
  driver: string,
  binary: string,
  { width }: Needs = {},
): Promise<Browser> {
  const session = await WebDriverSession.start(driver, {
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const first = await session.command<string>('GET', 'window');
  if (width) {
    await session.command('POST', 'window/rect', { width, height: 800 });
  }
  return {
    // The first window stays: with the last one the session would end.
    open: async () => tabOf(session, await newWindow(session, first)),
    close: () => session.inTurn(() => session.end()),
  };
}

function newWindow(session: WebDriverSession, first: string): Promise<string> {
  return session.within(first, async () => {
    const { handle } = await session.command<{ handle: string }>(
      'POST',
      'window/new',
      { type: 'tab' },
    );
    return handle;
  });
}

function tabOf(session: WebDriverSession, window: string): Tab {
  const inWindow = <T>(work: () => Promise<T>) => session.within(window, work);
  const run = <T, A>(work: (argument: A) => T | Promise<T>, argument: A) =>
    inWindow(() => session.run<T>(work.toString(), argument));
  return {
    goto: (url) => inWindow(() => session.command('POST', 'url', { url })),
    reload: () => inWindow(() => session.command('POST', 'refresh')),
    back: () => inWindow(() => session.command('POST', 'back')),
    evaluate: (work, argument) => run(work as () => never, argument as never),
    fill: (label, text) => run(fill, { label, text }),
    click: (name) => run(click, name),
    key: (name) => inWindow(() => pressKey(session, keys[name])),
    text: () => run(() => document.body.textContent ?? '', null),
    close: () => inWindow(() => session.command('DELETE', 'window')),
  };
}

/** As WebDriver spells them. */
const keys = { Escape: '\uE00C' };

function pressKey(session: WebDriverSession, value: string): Promise<void> {
  const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
  const keyboard = { type: 'key', id: 'keyboard', actions };
  return session.command('POST', 'actions', { actions: [keyboard] });
}

/** In the page: the driver's keys lose characters such as emoji. */
function fill({ label, text }: { label: string; text: string }): void {
  const field = [...document.querySelectorAll('label')].find(
    ({ textContent }) => textContent.trim() === label,
  )?.control as HTMLInputElement | undefined;
  if (!field) throw new Error(`No field here is called '${label}'`);
  field.focus();
  if (field.type === 'checkbox') {
    if (field.checked !== (text !== '')) field.click();
    return;
  }
  field.select();
  document.execCommand('insertText', false, text);
}

/** In the page: the driver does not reach what is below the fold. */
async function click(name: string): Promise<void> {
  const find = () =>
    [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === name,
    );
  for (let left = 100; !find() && left > 0; left -= 1) {
    await new Promise((go) => setTimeout(go, 50));
  }
  const button = find();
  if (!button) throw new Error(`No button here is called '${name}'`);
  button.focus();
  button.click();
}

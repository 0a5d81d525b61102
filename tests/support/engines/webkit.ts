import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { webkit } from 'playwright';
import { expect } from 'playwright/test';
import { findSystems } from '../browsers.ts';
import { freePort } from '../ports.ts';
import { startProcess } from '../processes.ts';
import type { Browser, Driver, Tab } from './engine.ts';
import { startPlaywright } from './playwright.ts';

export async function startWebkit(): Promise<Driver> {
  const systems = findSystems('webkit');
  if (!systems) return startPlaywright(webkit);
  const display = await startProcess(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { ready: /^\d+\n/m },
  );
  const port = await freePort();
  // Nothing of the user's own, and nothing of the tests' left with the user.
  const home = mkdtempSync(path.join(tmpdir(), 'pear-webkit-'));
  const env = {
    DISPLAY: `:${/^\d+/m.exec(display.output())?.[0]}`,
    HOME: home,
    XDG_CACHE_HOME: path.join(home, 'cache'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: home,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
  };
  const options = [`--port=${port}`, '--host=127.0.0.1'];
  const running = await startProcess(systems, options, { env });
  const driver = `http://127.0.0.1:${port}`;
  const isUp = () => fetch(`${driver}/status`).catch(() => ({ ok: false }));
  await expect.poll(async () => (await isUp()).ok).toBe(true);
  return {
    start: ({ width } = {}) => startBrowser(driver, width),
    close: async () => {
      await running.stop();
      await display.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** As much of W3C WebDriver as the tests need. */
async function ask<T>(url: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = (await response.json()) as { value: T };
  if (!response.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  return value;
}

async function startBrowser(driver: string, width?: number): Promise<Browser> {
  const { sessionId } = await ask<{ sessionId: string }>(
    `${driver}/session`,
    'POST',
    { capabilities: {} },
  );
  const session = `${driver}/session/${sessionId}`;
  const command = <T>(method: string, path: string, body?: object) =>
    ask<T>(`${session}/${path}`, method, body);
  const first = await command<string>('GET', 'window');
  if (width) await command('POST', 'window/rect', { width, height: 800 });
  let last: Promise<unknown> = Promise.resolve();
  /**
   * Sends commands to one window, none of another window's in between: which
   * window a command means is a state of the session.
   */
  const within = <T>(handle: string, work: () => Promise<T>): Promise<T> => {
    const turn = last
      .catch(() => undefined)
      .then(() => command('POST', 'window', { handle }))
      .then(work);
    last = turn;
    return turn;
  };
  return {
    open: async () => {
      // The first window stays: with the last one the session would end.
      const { handle } = await within(first, () =>
        command<{ handle: string }>('POST', 'window/new', { type: 'tab' }),
      );
      return tabOf((method, path, body) =>
        within(handle, () => command(method, path, body)),
      );
    },
    close: () => within(first, () => ask(session, 'DELETE')),
  };
}

function tabOf(
  command: <T>(method: string, path: string, body?: object) => Promise<T>,
): Tab {
  /** Runs a function in the page and waits for its promise. */
  const run = async <T, A>(work: (argument: A) => T | Promise<T>, given: A) => {
    const script = `
      const [argument, done] = arguments;
      Promise.resolve()
        .then(() => (${work})(argument))
        .then((value) => done({ value }), (e) => done({ error: String(e) }));
    `;
    const args = [given ?? null];
    const { value, error } = await command<{ value: T; error?: string }>(
      'POST',
      'execute/async',
      { script, args },
    );
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return {
    goto: (url) => command('POST', 'url', { url }),
    reload: () => command('POST', 'refresh'),
    evaluate: (work, argument) => run(work as () => never, argument as never),
    key: () => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({
        type,
        value: '\uE00C',
      }));
      const keyboard = { type: 'key', id: 'keyboard', actions };
      return command('POST', 'actions', { actions: [keyboard] });
    },
    close: () => command('DELETE', 'window'),
  };
}

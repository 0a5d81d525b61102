import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { webkit } from 'playwright';
import { expect } from 'playwright/test';
import { findSystemBrowser } from '../browsers.ts';
import { findFreePort } from '../ports.ts';
import { startProcess } from '../processes.ts';
import type { Browser, Driver, Tab } from './engine.ts';
import { startPlaywright } from './playwright.ts';

/** Milliseconds after which WebKitGTK's driver has hung. It starts in a few seconds. */
const startTimeout = 60_000;

type Command = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Starts Playwright's WebKit, or the system's WebKitGTK on a display of Xvfb. */
export async function startWebkit(): Promise<Driver> {
  const webDriverPath = findSystemBrowser('webkit');
  if (!webDriverPath) return startPlaywright(webkit);

  const serverProcess = await startProcess(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { ready: /^\d+\n/m },
  );

  const port = await findFreePort();
  // WebKitGTK reads and writes files of the user, so it gets another HOME.
  const homeFolder = mkdtempSync(path.join(tmpdir(), 'pear-webkit-'));
  const env = {
    DISPLAY: `:${/^\d+/m.exec(serverProcess.output())?.[0]}`,
    HOME: homeFolder,
    XDG_RUNTIME_DIR: homeFolder,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
  };

  const driverUrl = `http://127.0.0.1:${port}`;
  const ping = () => fetch(`${driverUrl}/status`).catch(() => ({ ok: false }));

  const startDriver = async () => {
    const driverArgs = [`--port=${port}`, '--host=127.0.0.1'];
    const newProcess = await startProcess(webDriverPath, driverArgs, { env });
    await expect.poll(async () => (await ping()).ok).toBe(true);
    return newProcess;
  };

  let driverProcess = await startDriver();

  return {
    start: async ({ width } = {}) => {
      try {
        return await startBrowser(driverUrl, width);
      } catch (error) {
        const hasHung = error instanceof Error && error.name === 'TimeoutError';
        if (!hasHung) throw error;
        // One driver in about a hundred never answers its first command.
        await driverProcess.stop();
        driverProcess = await startDriver();
        return startBrowser(driverUrl, width);
      }
    },
    close: async () => {
      await driverProcess.stop();
      await serverProcess.stop();
      rmSync(homeFolder, { recursive: true, force: true });
    },
  };
}

/** Sends a command of W3C WebDriver, https://www.w3.org/TR/webdriver2/. */
async function send<T>(
  method: string,
  url: string,
  body = {},
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(signal && { signal }),
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });

  const { value } = (await response.json()) as { value: T };
  if (!response.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  return value;
}

async function startBrowser(url: string, width?: number): Promise<Browser> {
  const sessionsUrl = `${url}/session`;
  const { sessionId } = await send<{ sessionId: string }>(
    'POST',
    sessionsUrl,
    { capabilities: {} },
    AbortSignal.timeout(startTimeout),
  );

  const sessionUrl = `${sessionsUrl}/${sessionId}`;
  const sendCommand: Command = (method, path, body) =>
    send(method, `${sessionUrl}/${path}`, body);

  const firstHandle = await sendCommand<string>('GET', 'window');
  if (width) await sendCommand('POST', 'window/rect', { width, height: 800 });

  let lastResultPromise: Promise<unknown> = Promise.resolve();
  /**
   * Selects a window, sends commands to it, and makes later calls wait, because
   * a session has only one selected window.
   */
  const runInWindow = <T>(handle: string, work: () => Promise<T>) => {
    const workResult = lastResultPromise
      .catch(() => undefined)
      .then(() => sendCommand('POST', 'window', { handle }))
      .then(work);
    lastResultPromise = workResult;
    return workResult;
  };

  return {
    open: async () => {
      // Keep the first window open, because the last window ends the session.
      const { handle } = await runInWindow(firstHandle, () =>
        sendCommand<{ handle: string }>('POST', 'window/new', { type: 'tab' }),
      );
      return createTab((method, path, body) =>
        runInWindow(handle, () => sendCommand(method, path, body)),
      );
    },
    close: () => runInWindow(firstHandle, () => send('DELETE', sessionUrl)),
  };
}

function createTab(sendCommand: Command): Tab {
  const runInPage = async <Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => {
    const script = `
      const [argument, done] = arguments;
      Promise.resolve()
        .then(() => (${work})(argument))
        .then((value) => done({ value }), (e) => done({ error: String(e) }));
    `;

    const { value, error } = await sendCommand<{
      value: Result;
      error?: string;
    }>('POST', 'execute/async', { script, args: [argument ?? null] });

    if (error !== undefined) throw new Error(error);
    return value;
  };
  const keyboard = {
    press: () => {
      const escapeKey = '\uE00C';
      const keyActions = {
        type: 'key',
        id: 'keyboard',
        actions: [
          { type: 'keyDown', value: escapeKey },
          { type: 'keyUp', value: escapeKey },
        ],
      };

      return sendCommand<void>('POST', 'actions', { actions: [keyActions] });
    },
  };

  return {
    goto: (url) => sendCommand('POST', 'url', { url }),
    reload: () => sendCommand('POST', 'refresh'),
    evaluate: (work, argument) =>
      runInPage(work as () => never, argument as never),
    keyboard,
    close: () => sendCommand('DELETE', 'window'),
  };
}

import { type CDPSession, chromium, type LaunchOptions } from 'playwright';
import { getLaunchOptions } from '../browsers.ts';
import type { Browser, Tab } from './engine.ts';

/** A tab that is hidden while another tab is in front, and that can be frozen. */
export interface RealTab extends Tab {
  setFrozen(isFrozen: boolean): Promise<unknown>;
}

interface RealTabBrowser extends Browser {
  open(): Promise<RealTab>;
}

/**
 * Starts Chromium with tabs that Playwright does not attach to. Playwright makes all
 * its tabs visible, and Chromium never freezes a visible tab.
 */
export async function startRealTabs(
  options: LaunchOptions = {},
): Promise<RealTabBrowser> {
  const launchOptions = { ...getLaunchOptions('chromium'), ...options };
  const browser = await chromium.launch(launchOptions);
  const session = await browser.newBrowserCDPSession();
  return {
    open: () => openTab(session),
    close: () => browser.close(),
  };
}

/** An answer of the Chrome DevTools Protocol. */
interface Answer {
  id: number;
  error?: object;
  // biome-ignore lint/suspicious/noExplicitAny: each command has another result
  result?: any;
}

async function openTab(browser: CDPSession): Promise<RealTab> {
  const url = 'about:blank';
  const { targetId } = await browser.send('Target.createTarget', { url });
  const { sessionId } = await browser.send('Target.attachToTarget', {
    targetId,
    flatten: false,
  });

  const resolvers = new Map<number, (answer: Answer) => void>();
  browser.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const answer: Answer = JSON.parse(event.message);
    resolvers.get(answer.id)?.(answer);
  });

  let lastId = 0;

  /** Sends a command of the Chrome DevTools Protocol to the tab. */
  async function send(method: string, params: object = {}) {
    lastId += 1;
    const id = lastId;
    const message = JSON.stringify({ id, method, params });

    const answerPromise = new Promise<Answer>((resolve) =>
      resolvers.set(id, resolve),
    );

    await browser.send('Target.sendMessageToTarget', { sessionId, message });
    const { error, result } = await answerPromise;
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  async function evaluate(work: unknown, argument?: unknown) {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: `(${work})(${JSON.stringify(argument) ?? ''})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  async function waitForLoad(): Promise<void> {
    let readyState: DocumentReadyState;
    do {
      readyState = await evaluate(() => document.readyState);
    } while (readyState !== 'complete');
  }

  return {
    async goto(address) {
      await send('Page.navigate', { url: address });
      await waitForLoad();
    },
    async reload() {
      await send('Page.reload');
      await waitForLoad();
    },
    evaluate,
    keyboard: {
      async press(key) {
        for (const type of ['keyDown', 'keyUp'])
          await send('Input.dispatchKeyEvent', { type, key });
      },
    },
    async close() {
      await send('Page.close');
    },
    setFrozen: (isFrozen) =>
      send('Page.setWebLifecycleState', {
        state: isFrozen ? 'frozen' : 'active',
      }),
  };
}

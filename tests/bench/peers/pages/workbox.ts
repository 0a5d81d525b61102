import { createCommit, startForm } from './form-page.ts';

/** The worker's answer after it has stored a request. */
const queuedStatus = 202;

async function start(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  await waitForController();

  startForm(async (values, say) => {
    const request = createCommit(crypto.randomUUID(), values);
    const response = await fetch(request).catch(() => undefined);
    if (response?.status === queuedStatus) say('saved');
    else say(response?.ok ? 'sent' : 'error');
  });
}

async function waitForController(): Promise<void> {
  const { serviceWorker } = navigator;
  while (!serviceWorker.controller) {
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, {
        once: true,
      }),
    );
  }
}

void start();

// Functions that run in the page: each must hold all it needs.

/** What a form does that leaves the rest to the Queue: one POST, its own id. */
export async function postCommit(message: string): Promise<void> {
  const database = 'projects/demo-pear/databases/(default)';
  const name = `${database}/documents/careers/${crypto.randomUUID()}`;
  const fields = {
    name: { stringValue: 'Ada' },
    email: { stringValue: 'ada@example.com' },
    message: { stringValue: message },
  };
  const updateTransforms = [
    { fieldPath: 'timestamp', setToServerValue: 'REQUEST_TIME' },
  ];
  const writes = [{ update: { name, fields }, updateTransforms }];
  await fetch(`/v1/${database}/documents:commit`, {
    method: 'POST',
    body: JSON.stringify({ writes }),
  });
}

export function tellOnline(): void {
  dispatchEvent(new Event('online'));
}

export async function tellWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('replay');
}

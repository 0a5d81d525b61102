export type Values = Record<string, string>;

/** What the page says about a message. The texts begin as those of the site. */
const statements = {
  saved: 'Saved on this device. We will send it when you are online.',
  sent: 'Sent.',
  error: 'Something went wrong. Please try again.',
};

export type Statement = keyof typeof statements;

/**
 * Calls `submit` with the form's values after a press of its button. The form keeps its
 * text until the message is sent, so that a late error can show the text again.
 */
export function startForm(
  submit: (values: Values, say: (statement: Statement) => void) => unknown,
): void {
  const form = document.querySelector('form');
  const status = document.querySelector('[role="status"]');
  if (!form || !status) throw new Error('The page has no form');

  const say = (statement: Statement) => {
    status.textContent = statements[statement];
    form.hidden = statement !== 'error';
    if (statement === 'sent') form.reset();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const entries = [...new FormData(form)].map(
      ([name, value]) => [name, String(value)] as const,
    );
    submit(Object.fromEntries(entries.filter(([, text]) => text)), say);
  });

  document.documentElement.dataset.ready = '';
}

/** Creates a request that writes a message to the REST API of Firestore. */
export function createCommit(id: string, values: Values): Request {
  const database = 'projects/demo-pear/databases/(default)';
  const fields = Object.entries(values).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  const write = {
    update: {
      name: `${database}/documents/careers/${id}`,
      fields: Object.fromEntries(fields),
    },
    updateTransforms: [
      { fieldPath: 'timestamp', setToServerValue: 'REQUEST_TIME' },
    ],
  };

  return new Request(`/v1/${database}/documents:commit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ writes: [write] }),
  });
}

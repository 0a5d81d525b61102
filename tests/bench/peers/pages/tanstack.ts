import { createCollection, localOnlyCollectionOptions } from '@tanstack/db';
import {
  NonRetriableError,
  startOfflineExecutor,
} from '@tanstack/offline-transactions';
import {
  createCommit,
  type Statement,
  startForm,
  type Values,
} from './form-page.ts';

// As https://tanstack.com/db/latest/docs/guides/offline-transactions shows.

type Message = { id: string; values: Values };

const messages = createCollection(
  localOnlyCollectionOptions({
    id: 'messages',
    getKey: (message: Message) => message.id,
  }),
);

const executor = startOfflineExecutor({
  collections: { messages },
  mutationFns: {
    messageQueue: async ({ transaction }) => {
      const message = transaction.mutations[0]?.modified as Message | undefined;
      if (!message) throw new NonRetriableError('The message is missing');

      // The message's own id makes a repeated request harmless.
      const response = await fetch(createCommit(message.id, message.values));
      if (response.status === 422)
        throw new NonRetriableError('The server rejected this message');
      if (!response.ok) throw createError(response);
    },
  },
});

const addMessage = executor.createOfflineAction<Message>({
  mutationFnName: 'messageQueue',
  onMutate: (message) => {
    messages.insert(message);
  },
});

async function submit(values: Values, say: (statement: Statement) => void) {
  const id = crypto.randomUUID();
  const transaction = addMessage({ id, values });

  let isSettled = false;
  transaction.isPersisted.promise
    .then(
      () => say('sent'),
      () => say('error'),
    )
    .finally(() => {
      isSettled = true;
    });

  // There is no event for the write to the disk.
  while (!isSettled && executor.isOfflineEnabled) {
    const stored = await executor.peekOutbox().catch(() => []);
    const isStored = stored.some(({ mutations }) =>
      mutations.some(({ modified }) => modified.id === id),
    );
    if (isStored && !isSettled) return say('saved');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * The latest guide gives the error a text without the status, so the library retries
 * each status but 422. With `HTTP 403` in the text, as an earlier guide has it, the
 * library drops the message after a 400, 401, 403 or 422.
 */
function createError({ status }: Response): Error {
  const hasStatus = location.search === '?status';
  return new Error(hasStatus ? `HTTP ${status}` : 'Could not save the message');
}

void executor
  .waitForInit()
  .catch(console.warn)
  .then(() => startForm(submit));

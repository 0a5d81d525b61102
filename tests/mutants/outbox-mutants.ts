import { type Mutant, vitest } from './mutant.ts';

const model = vitest(
  'tests/outbox/outbox.test.ts',
  'nothing is lost, doubled or misreported, whatever crashes when',
);
const delivery = (test: string) =>
  vitest('tests/outbox/delivery.test.ts', test);
const answers = (test: string) => vitest('tests/outbox/answers.test.ts', test);
const disk = (test: string) => vitest('tests/outbox/store.test.ts', test);
const client = (test: string) => vitest('tests/outbox/client.test.ts', test);

const deliver = 'src/outbox/delivery.ts';
const store = 'src/outbox/store.ts';
const firestore = 'src/firebase/firestore.ts';

/** What the model and the unit tests must notice. */
export const outboxMutants: readonly Mutant[] = [
  {
    name: 'removal before sending',
    wrong: 'a crash while it is sent loses the submission',
    file: deliver,
    search: '  const outcome = await world.send(submission);',
    replace: `  await world.settle(submission.id, world.now());
  const outcome = await world.send(submission);`,
    killer: model,
  },
  {
    name: 'a new id per attempt, in the core',
    wrong: 'a lost answer makes two records',
    file: deliver,
    search: 'await world.send(submission)',
    replace:
      'await world.send({ ...submission, id: id + submission.attempts })',
    killer: model,
  },
  {
    name: 'a receipt without delivery',
    wrong: "a refused submission counts as 'Sent.' and is gone",
    file: deliver,
    search: 'return world.update(fail(submission, now, outcome.error));',
    replace: 'return world.settle(submission.id, now);',
    killer: model,
  },
  {
    name: 'what is a week old is dropped',
    wrong: 'who comes back after a holiday has lost the message',
    file: deliver,
    search: "  const isRefused = found.state === 'failed'",
    replace: `  if (world.now() - found.createdAt > 7 * 24 * 60 * 60 * 1000) {
    await world.settle(id, world.now());
    return false;
  }
  const isRefused = found.state === 'failed'`,
    killer: model,
  },
  {
    name: 'one that waits ends the delivery',
    wrong: 'one bad submission holds back all others',
    file: deliver,
    search: 'if (waits) waiting += 1;',
    replace: 'if (waits) return waiting + 1;',
    killer: delivery('one that waits does not hold back the others'),
  },
  {
    name: 'one that the disk fails ends the delivery',
    wrong: 'a full disk holds back all that wait',
    file: deliver,
    search: '        .catch(() => true);',
    replace: ';',
    killer: delivery('one whose delete fails waits, and holds back no other'),
  },
  {
    name: 'a receipt waits for room',
    wrong: 'what was delivered on a full disk is sent again and again',
    file: store,
    search: '    await keepReceipts(receiptsKeptWhenFull);\n',
    replace: '',
    killer: disk('a full disk does not keep the receipt out'),
  },
  {
    name: 'new words for what has gone are kept',
    wrong: 'the old words were sent meanwhile, and the new ones follow unasked',
    file: store,
    search: '!(await submissions.getKey(replaces))',
    replace: 'false',
    killer: model,
  },
  {
    name: 'an edit is not held',
    wrong: 'the old words leave while the visitor corrects them',
    file: 'src/outbox/editing.ts',
    search: `  const release = await hold(id, () => {
    if (held.get(id) === release) held.delete(id);
  });`,
    replace: '  const release = async () => undefined;',
    killer: model,
  },
  {
    name: '500 counts as delivered',
    wrong: 'a server in trouble loses every message sent to it',
    file: firestore,
    search: '    if (!isFirestoreAnswer(',
    replace: `    if (response.status === 500) return new Response('{}');
    if (!isFirestoreAnswer(`,
    killer: answers('F8 500: the message waits'),
  },
  {
    name: "the answer's shape is not checked",
    wrong: 'any 200 with JSON loses the message',
    file: firestore,
    search: "? typeof commitTime === 'string'",
    replace: "? typeof commitTime !== 'number'",
    killer: answers('F13 200 with {}: the message waits'),
  },
  {
    name: "a refusal's shape is not checked",
    wrong: "a proxy's 403 stops the retries",
    file: firestore,
    search: ": error?.code === status && typeof error.status === 'string'",
    replace: ': error !== undefined',
    killer: answers("F11 a proxy's 403 with JSON"),
  },
  {
    name: '408 is a refusal',
    wrong: "a slow moment of the server's stops the retries",
    file: firestore,
    search: '  if (status === 408 || status >= 500) return false;\n',
    replace: '',
    killer: answers('408: the message waits'),
  },
  {
    name: 'a captive portal is accepted',
    wrong: "a hotel's login page loses the message",
    file: firestore,
    search: '    if (!isFirestoreAnswer(',
    replace: `    if (response.ok) return new Response('{}');
    if (!isFirestoreAnswer(`,
    killer: answers("F11 a captive portal's 200"),
  },
  {
    name: 'a redirect is followed',
    wrong: "what was written goes to a stranger's server",
    file: firestore,
    search: "redirect: 'error',",
    replace: '',
    killer: answers('F12 a redirect to a portal'),
  },
  {
    name: 'no time limit',
    wrong: 'one dead connection stops all delivery',
    file: firestore,
    search: 'setTimeout(() => late.abort(), timeLimit)',
    replace: 'setTimeout(() => late.signal, timeLimit)',
    killer: answers('F4 no answer within 20 seconds is no answer'),
  },
  {
    name: 'the batch is split in two',
    wrong: 'a waitlist entry without its favorite brand',
    file: firestore,
    search: `    const batch = writeBatch(firestore);
    for (const { collection, fields } of records) {
`,
    replace: `    for (const { collection, fields } of records) {
      const batch = writeBatch(firestore);
`,
    also: {
      file: firestore,
      search: `    }
    await batch.commit();`,
      replace: `      await batch.commit();
    }`,
    },
    killer: answers('F8 500: the message waits'),
  },
  {
    name: 'the client may log',
    wrong: 'names and addresses end up in the console',
    file: firestore,
    search: "  setLogLevel('silent');\n",
    replace: '',
    killer: answers('nothing of what was written is logged'),
  },
  {
    name: 'saving does not await the transaction',
    wrong: 'a full disk at the last moment, and a thank-you for nothing',
    file: 'src/outbox/database.ts',
    search: '    await tx.done;\n',
    replace: '',
    killer: client('F40 what is saved aborts after success'),
  },
  {
    name: 'an update brings back what is gone',
    wrong: 'a discarded message is sent after all',
    file: store,
    search: 'await change(submission.id, () => submission);',
    replace:
      "await database.write((tx) => tx.objectStore('submissions').put(submission));",
    killer: disk('an update does not bring back what is gone'),
  },
  {
    name: 'repeats are not recognised',
    wrong: 'reload and resubmit makes two records',
    file: store,
    search: 'isReadable(other) && isRepeat(other, submission)',
    replace: 'isReadable(other) && other.id === submission.id',
    killer: client(
      'F33 the same words while they wait are the same submission',
    ),
  },
  {
    name: 'accepted before it is saved',
    wrong: 'a thank-you for what a full disk has refused',
    file: 'src/outbox/client.ts',
    search: 'known = await store.add(submission, replaces);',
    replace: `known = submission.id;
    void store.add(submission, replaces).catch(() => undefined);`,
    killer: client('F39 the disk is full'),
  },
  {
    name: 'delivery locks the outbox alone',
    wrong: 'what is being sent can be edited, and arrives twice',
    file: 'src/outbox/run-delivery.ts',
    search: 'whileNobodyDelivers(() => whileNobodySends(id, work))',
    replace: 'whileNobodyDelivers(work)',
    killer: vitest(
      'tests/outbox/editing.test.ts',
      'nothing but what is being sent itself waits for it',
    ),
  },
  {
    name: 'discard ignores the lock',
    wrong: "'Discarded.' of what is being delivered",
    file: 'src/outbox/editing.ts',
    search: 'const outcome = await whileNobodySends(id, async () => {',
    replace:
      'const outcome = await (async (_: string, work: () => Promise<"sent" | "discarded">) => work())(id, async () => {',
    killer: model,
  },
];

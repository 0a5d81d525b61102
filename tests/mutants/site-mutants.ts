import { browser, fault, type Mutant, walk } from './mutant.ts';

const delivery = (test: string) =>
  browser('tests/e2e/forms/delivery.spec.ts', test);
const unsent = (test: string) =>
  browser('tests/e2e/forms/unsent.spec.ts', test);
const drafts = (test: string) =>
  browser('tests/e2e/forms/drafts.spec.ts', test);
const forget = (test: string) =>
  browser('tests/e2e/forms/forget.spec.ts', test);
const tabs = delivery('two tabs take turns');
const newField = browser(
  'tests/e2e/forms/new-field.spec.ts',
  'a new field refuses nobody who still has the version before',
);
const newIds = {
  file: 'src/outbox/run-delivery.ts',
  search: 'return writeRecords(submission.id, records);',
  replace: 'return writeRecords(crypto.randomUUID(), records);',
};
const noLock = {
  file: 'src/outbox/lock.ts',
  search: 'if (!locks) return work();',
  replace: "if (!locks || lockName !== '') return work();",
};

/** What only a browser can show. */
export const siteMutants: readonly Mutant[] = [
  {
    name: 'no sync listener in the worker',
    wrong: 'nothing is delivered once the page is closed',
    file: 'src/sw/sw.ts',
    search:
      "  self.addEventListener('sync', (event) => event.waitUntil(sync(event)));\n",
    replace: '  void sync;\n',
    killer: fault('F49 no window: delivered when the network is back'),
  },
  {
    name: 'a new id per attempt',
    wrong: 'a lost answer makes two records',
    ...newIds,
    killer: fault('F6 reset after the commit, before the answer'),
  },
  {
    name: 'no lock',
    wrong: 'every tab sends everything at the same time',
    ...noLock,
    killer: tabs,
  },
  {
    name: 'no lock and no lasting ids',
    wrong: 'two tabs make two records of one submission',
    ...noLock,
    also: newIds,
    killer: tabs,
  },
  {
    name: 'thank-you before saving',
    wrong: 'thanks for what is neither saved nor sent',
    file: 'src/forms/use-press.ts',
    search: '      const submitted = await submit(',
    replace: `      const early = { id: '', status: 'queued' as const, values };
      dispatch({ type: 'accept', original: early });
      const submitted = await submit(`,
    killer: fault('F39 quota full'),
  },
  {
    name: "'Sent.' of what is only saved",
    wrong: 'the visitor leaves and believes it has arrived',
    file: 'src/content/delivery.ts',
    search:
      "queued: 'Saved on this device. We will send it when you are back online.'",
    replace: "queued: 'Sent.'",
    killer: fault('F1 offline, then online'),
  },
  {
    name: 'the draft is not kept',
    wrong: 'a reload loses what was typed',
    file: 'src/forms/fields.tsx',
    search: 'const typed = typedInto(currentTarget, before);',
    replace: 'const typed = typedInto(currentTarget, before) && {};',
    killer: drafts('a draft survives a reload in the same tab'),
  },
  {
    name: 'forgetting leaves what is unsent',
    wrong: 'what the visitor has removed is sent after all',
    file: 'src/outbox/store.ts',
    search:
      "    for (const id of ids) await tx.objectStore('submissions').delete(id);\n",
    replace: '',
    killer: forget('what is forgotten unsent is gone in every tab'),
  },
  {
    name: 'forgetting asks about less than it removes',
    wrong: 'a message goes that the question did not speak of',
    file: 'src/forms/forget-all.ts',
    search: 'ids ?? (await keys())',
    replace: 'await keys()',
    killer: forget('what is sent while the question stands is no part of it'),
  },
  {
    name: "a forgotten receipt takes 'Sent.' back",
    wrong: 'what has been sent is told as removed',
    file: 'src/outbox/status.ts',
    search: "      if (status === 'sent') stop();\n",
    replace: '',
    killer: forget('forgetting asks, removes all of it and says what'),
  },
  {
    name: 'an email that is not the visitor’s stays in the draft',
    wrong: 'a reload brings it back',
    file: 'src/forms/field-values.ts',
    search: '    .filter((field) => !field.readOnly)\n',
    replace: '',
    killer: forget('empties the email, and nothing else, in every tab'),
  },
  {
    name: 'a worker sends only the fields that it knows',
    wrong: 'what a newer page asks for is lost where the worker is older',
    file: 'src/outbox/records.ts',
    search: 'fields: values }',
    replace: `fields: Object.fromEntries(
        Object.entries(values).filter(([name]) => name !== 'phone'),
      ) }`,
    killer: newField,
  },
  {
    name: 'an edit keeps only the fields that its form shows',
    wrong: 'an edit in a tab of the version before loses what it does not show',
    file: 'src/forms/use-press.ts',
    search: '{ ...before, ...verdict.values }',
    replace: '{ ...verdict.values }',
    killer: newField,
  },
  {
    name: 'a refusal does not bring the form back',
    wrong: 'the visitor never learns that nothing has arrived',
    file: 'src/forms/thank-you.tsx',
    search: "if (status === 'failed') onRefused();",
    replace: "if (status === 'gone') onRefused();",
    killer: unsent('a refusal brings the form back with text and error'),
  },
  {
    name: 'the sheet hides when an edit begins, and is not closed',
    wrong: 'the pill opens nothing more after an edit on the same page',
    file: 'src/unsent/unsent-dialog.tsx',
    search: '    dialog.current?.close();\n    onClose();\n',
    replace: "    dialog.current?.removeAttribute('open');\n",
    killer: walk('edited twice on its page without a change'),
  },
  {
    name: 'two edits of one message are the same',
    wrong: 'the second never shows its form and holds the message back',
    file: 'src/forms/use-edit-visit.ts',
    search: 'return { key, visit:',
    replace: 'return { key: edit, visit:',
    also: {
      file: 'src/forms/use-edit-visit.ts',
      search: '{ ended: key }',
      replace: '{ ended: edit }',
    },
    killer: walk('edited twice on its page without a change'),
  },
  {
    name: 'words that could not be read are replaced',
    wrong: 'a blank form takes the place of words that nobody has seen',
    file: 'src/forms/use-press.ts',
    search:
      "    if (replaces && begun === 'unread') return explain('unread');\n",
    replace: '',
    killer: browser(
      'tests/e2e/forms/editing.spec.ts',
      'words that could not be read are not replaced',
    ),
  },
  {
    name: 'a form does not wait for the words that are edited',
    wrong: 'what is sent at once after a reload is answered as blank',
    file: 'src/forms/use-press.ts',
    search: 'await whenBegun();',
    replace: 'await Promise.race([whenBegun(), undefined]);',
    killer: browser(
      'tests/e2e/forms/editing.spec.ts',
      'what is typed and sent before an edit has begun is kept',
    ),
  },
  {
    name: 'blank fields are kept before the words that are edited have come',
    wrong: 'typing at once empties the other fields',
    file: 'src/forms/field-values.ts',
    search: "value !== (before[name] ?? '')",
    replace: 'before && name !== value',
    killer: browser(
      'tests/e2e/forms/editing.spec.ts',
      'the words of an edit come in around what is typed before',
    ),
  },
  {
    name: 'skipping to the content goes through the router',
    wrong: 'it ends an edit, and the focus goes to the heading',
    file: 'src/app/app.tsx',
    search: ' onClick={skipToMain}',
    replace: '',
    killer: walk('edited twice on its page without a change'),
  },
  {
    name: 'what is refused waits again after a bad network',
    wrong: "'Waiting to send' of what the server has refused",
    file: 'src/outbox/delivery.ts',
    search: 'eagerness.now && !isRefused ?',
    replace: 'eagerness.now || isRefused ?',
    also: {
      file: 'src/outbox/delivery.ts',
      search: "  if (isRefused && outcome.kind === 'later') return false;\n",
      replace: '',
    },
    killer: walk('what is refused stays so while nothing gets through'),
  },
  {
    name: 'code that does not wait for the page',
    wrong: 'on a slow network: two footers, and what is typed is gone',
    file: 'src/boot/loader.ts',
    search: "document.readyState !== 'loading'",
    replace: 'document',
    killer: browser(
      'tests/e2e/loading/hydration.spec.ts',
      'a page whose last lines come late is whole before its code runs',
    ),
  },
  {
    name: 'Back before the router listens',
    wrong: 'the address of one page, the words of another',
    file: 'src/boot/early-input.ts',
    search: 'if (location.pathname !== pathname) location.reload();',
    replace: 'void pathname;',
    killer: browser(
      'tests/e2e/site/routes.spec.ts',
      'Back after a reload, before any code is there',
    ),
  },
];

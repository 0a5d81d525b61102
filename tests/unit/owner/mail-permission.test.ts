import { expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/owner/run-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createFakeRuntime } from './fake-runtime.ts';
import { createFakeSource } from './fake-source.ts';

// The form at /waitlist also asks for permission to send news.
vi.mock('../../../src/form-definitions/waitlist.ts', async (importActual) => {
  const actual =
    await importActual<
      typeof import('../../../src/form-definitions/waitlist.ts')
    >();
  const [first] = actual.waitlistForm.fields;
  const news = {
    ...first,
    name: 'news',
    type: 'checkbox',
    asksForMail: true,
  };
  const fields = [...actual.waitlistForm.fields, news];
  return { ...actual, waitlistForm: { ...actual.waitlistForm, fields } };
});

const timestamp = { timestampValue: '2026-11-01T00:00:00Z' };
const yes = { news: { stringValue: 'yes' } };
const createDocument = (name: string, answer: object = {}) => ({
  email: { stringValue: `${name}@x.org` },
  ...answer,
  timestamp,
});
const documents = new Map([
  ['waitlist/1', createDocument('ada', yes)],
  ['waitlist/2', createDocument('grace')],
  ['favoriteBrand/1', createDocument('ada')],
  ['favoriteBrand/2', createDocument('grace')],
  ['feedback/3', createDocument('hedy')],
]);

/** Returns what a command prints, and what it logs. */
async function run(...args: string[]) {
  const print = vi.fn(async (_: string) => true);
  const log = vi.fn((_: string) => undefined);
  const runtime = { ...createFakeRuntime(createTempFolder()), print, log };
  await runCommand(args, runtime, () => createFakeSource(documents)).catch(
    ({ message }: Error) => log(message),
  );
  const toText = ({ mock }: { mock: { calls: string[][] } }) =>
    mock.calls.flat().join('\n');
  return { text: toText(print), messages: toText(log) };
}

test.each(['listmonk', 'mailchimp'])(
  'a table for %s has only people who have allowed mail, if the form asks for it',
  async (tool) => {
    const signUps = await run('waitlist', '--for', tool);
    expect(signUps.text).toContain('ada@x.org');
    expect(signUps.text).not.toContain('grace@x.org');
    expect(signUps.messages).toContain(
      'Left out because the visitors have not allowed mail: 1',
    );

    // Votes have no answer of their own.
    const votes = await run('favoriteBrand', '--for', tool);
    expect(votes.text).not.toContain('@x.org');

    const messages = await run('feedback', '--for', tool);
    expect(messages.text).toContain('hedy@x.org');
  },
);

test('a table for the owner has everybody', async () => {
  const { text } = await run('waitlist', '--csv');
  expect(text).toContain('ada@x.org');
  expect(text).toContain('grace@x.org');
});

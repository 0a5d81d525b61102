import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded } from './backend.ts';
import {
  answer,
  count,
  expectUserError,
  hand,
  project,
  show,
  startGoogle,
  wherever,
} from './owner.ts';

const day = 24 * 60 * 60 * 1000;

wherever((at) => {
  const run = (args: string[], more: Parameters<typeof show>[2] = {}) =>
    show(args, at().env, more);
  const left = async () => {
    const { text } = await run(['--json']).catch(() => ({ text: '' }));
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line).id);
  };
  const handAll = async () => {
    for (const collection of ['waitlist', 'favoriteBrand', 'feedback']) {
      await hand(at().origin, collection, [`ada-${collection}`], {
        email: 'Ada@Bücher.example',
      });
    }
    await hand(at().origin, 'waitlist', ['grace'], { email: 'grace@x.org' });
  };

  test('a person is shown, then erased in all collections', async () => {
    await handAll();
    const erase = ['erase', 'ADA@bücher.EXAMPLE'];
    const shown = await run(erase);
    expect(shown.text).toMatch(
      /^Records of ADA@bücher\.EXAMPLE in .*\nwaitlist: 1\n.* ada-waitlist .*\nfavoriteBrand: 1\n.*\nfeedback: 1\n.*\nNothing is erased yet\. To erase 3 for good: npm run records -- erase ADA@bücher\.EXAMPLE --yes\n$/,
    );
    expect(await left()).toHaveLength(4);
    const { text } = await run([...erase, '--yes']);
    expect(text).toMatch(
      /\nErased 3 of ADA@bücher\.EXAMPLE: waitlist 1, favoriteBrand 1, feedback 1\.\nA copy that waits unsent on the person's own device can still arrive; run this again in some weeks\.\n$/,
    );
    expect(await left()).toEqual(['grace']);
    const again = await run([...erase, '--yes']);
    expect(again.text).toMatch(/^There is nothing of ADA@.*\nA copy that /);
  });

  test('what is older than an age is purged, in one or in all', async () => {
    await handAll();
    const old = ['--older-than', '24mo', '--yes'];
    expect((await run(['purge', ...old])).text).toMatch(/^There is nothing fr/);
    const now = () => Date.now() + 740 * day;
    const shown = await run(['purge', ...old.slice(0, 2)], { now });
    expect(shown.text).toMatch(/ purge --older-than 24mo --yes\n$/);
    const { text } = await run(['purge', 'feedback', ...old], { now });
    expect(text).toMatch(/\nErased 1 from before [-\d]+T.*: feedback 1\.\n$/);
    expect(await left()).toHaveLength(3);
    await run(['purge', ...old], { now });
    expect(await left()).toEqual([]);
  });

  test('an interrupted erasure says how far it is, and goes on', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => `id-${index}`);
    await hand(at().origin, 'waitlist', ids, { email: 'ada@x.org' });
    const erase = ['erase', 'ada@x.org', '--yes'];
    const stop = new AbortController();
    stop.abort();
    await expectUserError(
      run(erase, { signal: stop.signal }),
      'Interrupted: 0 of 501 are erased; run it again to erase the rest.',
    );
    const { text } = await run(erase);
    expect(text).toContain('\nErased 501 of ada@x.org: waitlist 501.\n');
    expect(await left()).toEqual([]);
  });
});

const textsIn = (folder: string) =>
  fs
    .readdirSync(folder)
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    .join('');

test.for([true, false])(
  "the local store's file loses the text, served: %s",
  async (isServed) => {
    const first = await startEmbedded();
    const folder = isServed ? first.dataDir : temporaryFolder();
    const email = 'Ada@x.org';
    // One line of the file may hold several records, one record several lines.
    for (let times = 0; times < 2; times += 1)
      await hand(first.origin, 'waitlist', ['a', 'a2'], { email });
    await hand(first.origin, 'waitlist', ['g'], { email: 'grace@x.org' });
    if (!isServed) {
      fs.cpSync(first.dataDir, folder, { recursive: true });
      await first.stop();
    }
    const before = textsIn(folder);
    expect(before.match(/ada@x/gi)).toHaveLength(4);
    const env = { DATA_DIR: folder };
    const { text } = await show(['erase', 'ada@x.org', '--yes'], env);
    expect(text).toContain('Erased 2 of ada@x.org: waitlist 2.\n');
    expect(textsIn(folder)).not.toMatch(/ada@x/i);
    expect(before).toContain(
      fs.readFileSync(`${folder}/records.jsonl`, 'utf8'),
    );
    const held = isServed ? ['server.lock'] : [];
    expect(fs.readdirSync(folder).sort()).toEqual(['records.jsonl', ...held]);
    if (!isServed) return;
    // The server goes on with the file that took the old one's place.
    await hand(first.origin, 'waitlist', ['b'], { email: 'bob@x.org' });
    const { text: rest } = await show(['waitlist'], env);
    expect(rest).toMatch(/\nwaitlist: 2\n.* b .*\n.* g /);
    await first.stop();
  },
);

test('production tells the cost, and what a refusal left', async () => {
  const { asked, answers, origin, stop } = await startGoogle();
  onTestFinished(stop);
  const root = 'projects/pear-site/databases/(default)/documents';
  const documents = Array.from({ length: 501 }, (_, index) => ({
    name: `${root}/waitlist/${index}`,
    fields: { email: { stringValue: 'ada@x.org' } },
  }));
  const error = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const [, ...others] = collections.keys();
  answers.push(
    count('501'),
    ...others.map(() => count('0')),
    answer(200, { documents }),
    ...others.map(() => answer(200, { documents: [] })),
    answer(200, {}),
    answer(403, { error }),
  );
  const progress: string[] = [];
  const authorize = async () => ({ authorization: 'Bearer token' });
  await expectUserError(
    show(['erase', 'ada@x.org', '--yes'], project, {
      progress: (line) => progress.push(line),
      production: { origin, authorize },
    }),
    `Firestore's project pear-site answered "403 PERMISSION_DENIED: Missing"; give the account the role Cloud Datastore User in pear-site, or run gcloud auth application-default login with one that has it. Until then 500 of 501 are erased; run it again to erase the rest.`,
  );
  expect(progress).toEqual([
    "This takes 501 deletions of Firestore's project pear-site; the free plan has 20000 a day.",
    'Erasing: 500 of 501 erased, 500 a second, 1 left',
  ]);
  expect(asked.at(-1)).toBe(
    `POST /v1/${root}:commit Bearer token {"writes":[{"delete":"${root}/waitlist/500"}]}`,
  );
});

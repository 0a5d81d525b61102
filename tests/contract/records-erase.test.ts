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
      /^Records of ADA@bücher\.EXAMPLE in .*\nwaitlist: 1\n.* ada-waitlist .*\nfavoriteBrand: 1\n.*\nfeedback: 1\n.*\nNothing is erased yet\. To erase 3, copied to a file first: npm run records -- erase ADA@bücher\.EXAMPLE --yes\n$/,
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

  test('what is near an address is named, and stays', async () => {
    const near = [
      'ada+news@x.org',
      'ada@x.org.',
      '<ada@x.org>',
      'mailto:ada@x.org',
    ].concat(['ada\u200b@x.org', 'ADA@X.ORG,b@x.org', '"Ada" ada@x.org']);
    const far = ['nada@x.org', 'ada@x.org.uk', 'ada@xx.org', 'a.ada@x.org'];
    const { origin } = at();
    for (const [index, email] of [...near, ...far].entries())
      await hand(origin, 'careers', [`c${index}`], { email });
    await hand(origin, 'feedback', ['said'], { message: 'To: ada@x.org\nHi' });
    await hand(origin, 'feedback', ['theirs'], { email: 'Ada@x.org' });
    const { text } = await run(['erase', 'ada@x.org', '--no-copy', '--yes']);
    expect(text).toContain(
      '\nErased 1 of ada@x.org: feedback 1.\nNear it, and ',
    );
    const named = [...text.matchAll(/ (\w+\/\w+) {2}/g)].map(([, id]) => id);
    expect(named.sort()).toEqual([
      ...near.map((_, index) => `careers/c${index}`),
      'feedback/said',
    ]);
    expect(await left()).toHaveLength(near.length + far.length + 1);
  });

  test('what a review flags is erased by its ids', async () => {
    const spam = { name: 'Buy at my-site.ru' };
    await hand(at().origin, 'brandContact', ['s1', 's2'], spam);
    await hand(at().origin, 'careers', ['fine'], { email: 'ada@x.org' });
    const ids = await run(['review', '--ids']);
    expect(ids.text).toBe('brandContact/s1\nbrandContact/s2\n');
    const file = path.join(temporaryFolder(), 'ids.txt');
    fs.writeFileSync(file, `${ids.text}\ncareers/unknown\r\n`);
    const erase = ['erase', '--ids', file];
    const shown = await run(erase);
    expect(shown.text).toMatch(
      /\nbrandContact: 2\n.* s1 .*\n.* s2 .*\nNothing is erased yet\. To erase 2.* --ids .*ids\.txt --yes\nNot there, or erased before: 1, as careers\/unknown\.\n$/,
    );
    const { text } = await run([...erase, '--yes']);
    expect(text).toContain(`\nErased 2 of ${file}: brandContact 2.\nNot there`);
    expect(await left()).toEqual(['fine']);
    const told = `${file}, line 2, is no collection/id; `;
    for (const line of ['> pear@0.1.0', 'other/a', 'careers/', 'a/b/c']) {
      fs.writeFileSync(file, `careers/fine\n${line}\n`);
      await expectUserError(run(erase), told);
    }
    fs.rmSync(file);
    await expectUserError(run(erase), `${file} cannot be read (ENOENT); name`);
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
    // What is restored is as old as before, though its document is new.
    const [, copy = ''] = /^They are in (\S+); /m.exec(text) ?? [];
    await run(['restore', copy, '--yes']);
    expect((await run(['purge', ...old], { now })).text).toContain('Erased 4 ');
    const none = path.join(path.dirname(copy), 'none');
    await run(['purge', ...old, '--out', none], { now });
    expect(fs.existsSync(none)).toBe(false);
  });

  test('an interrupted erasure says how far it is, and goes on', async () => {
    await hand(at().origin, 'waitlist', ['a', 'b'], { email: 'ada@x.org' });
    const erase = ['erase', 'ada@x.org', '--yes'];
    await expectUserError(
      run(erase, { signal: AbortSignal.abort() }),
      'Interrupted: 0 of 2 are erased; run it again for the rest.',
    );
    await run(erase);
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
    const erase = ['erase', 'ada@x.org', '--no-copy', '--yes'];
    const { text } = await show(erase, env);
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
    ...[501, ...others.map(() => 0)].map((length) =>
      answer(
        200,
        documents.slice(0, length).map((document) => ({ document })),
      ),
    ),
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
    `Firestore's project pear-site answered "403 PERMISSION_DENIED: Missing"; give the account the role Cloud Datastore User in pear-site, or run gcloud auth application-default login with one that has it. Until then 200 of 501 are erased; run it again for the rest.`,
  );
  expect(progress).toEqual([
    "This takes 501 deletions of Firestore's project pear-site; the free plan has 20000 a day.",
    'Erasing: 200 of 501 erased, 200 a second, 301 left',
  ]);
  expect(asked[0]).toBe(
    `POST /v1/${root}:runQuery Bearer token {"structuredQuery":{"from":[{"collectionId":"waitlist"}],"where":{"fieldFilter":{"field":{"fieldPath":"email"},"op":"IN","value":{"arrayValue":{"values":[{"stringValue":"ada@x.org"},{"stringValue":"Ada@x.org"}]}}}}}}`,
  );
  const { writes } = JSON.parse(String(asked.at(-1)).replace(/.*token /, ''));
  expect(writes[0]).toEqual({ delete: `${root}/waitlist/200` });
});

test("the day's reads may end before all are read, not before hers", async () => {
  const { answers, origin, stop } = await startGoogle();
  onTestFinished(stop);
  const name = 'projects/pear-site/databases/(default)/documents/careers/a';
  const error = { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' };
  const none = answer(200, []);
  answers.push(
    ...[none, none, none, answer(200, [{ document: { name } }]), none],
    ...[answer(429, { error })],
  );
  const authorize = async () => ({});
  let text = '';
  await expectUserError(
    show(['erase', 'ada@x.org'], project, {
      print: async (part) => {
        text += part;
        return true;
      },
      production: { origin, authorize },
    }),
    'Other spellings, and what is near, were not looked for: Firestore\'s project pear-site answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; the free plan\'s reads',
  );
  expect(text).toMatch(
    /\ncareers: 1\n.* a\nNothing is erased yet\. To erase 1, /,
  );
});

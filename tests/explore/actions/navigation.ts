import { skip } from '../../../src/content/navigation.ts';
import { notices } from '../../../src/content/notices.ts';
import { follow, go, hasWorker, lookForUpdate, press } from '../gestures.ts';
import { action, glance, openTab, sees, until } from '../session.ts';
import { isFree } from './form.ts';

/** Ends what is open, by a button or a key. */
export const close = (what: 'sheet' | 'menu', by: string) =>
  action(
    by === 'Escape' ? 'presses Escape' : `presses '${by}'`,
    async (visited) => {
      if (by === 'Escape') await visited.tab.key('Escape');
      else await visited.tab.evaluate(press, { name: by });
      await sees(visited, (snapshot) => !snapshot[what]);
    },
    ({ snapshot: { [what]: shown, sheet, forget } }) => {
      // Escape answers an open question, and leaves the sheet.
      const items = sheet?.items ?? [];
      const isAsking = forget.isAsking || items.some((one) => one.isAsking);
      return Boolean(shown) && !(by === 'Escape' && isAsking);
    },
  );

export const openMenu = action(
  'opens the menu',
  async (visited) => {
    await visited.tab.evaluate(press, { name: 'Menu' });
    await sees(visited, ({ menu }) => menu);
  },
  isFree,
);

export const skipToContent = action(
  'skips to the content',
  async (visited) => {
    const before = visited.snapshot;
    await visited.tab.evaluate(press, { name: skip });
    await sees(visited, ({ focus }) => focus.startsWith('main'));
    const { entry, form } = visited.snapshot;
    if (entry !== before.entry) throw new Error('The address has changed');
    // A refusal may have brought it back, and its first words come later.
    const isSame = form?.isKnown === before.form?.isKnown;
    if (!form || !before.form || form.edits || !isSame) return;
    const both = [form, before.form].map((one) => JSON.stringify(one));
    if (both[0] !== both[1])
      throw new Error(`The form has changed: ${both.join(', ')}`);
  },
  isFree,
);

export const link = (index: number) =>
  action(
    `follows link ${index + 1}`,
    async (visited, session) => {
      const before = visited.snapshot;
      const to = await visited.tab.evaluate(follow, index);
      await sees(visited, ({ path, entry, menu, focus }) => {
        const isThere = path === to && entry !== before.entry;
        return isThere && !menu && focus.startsWith('h1');
      });
      session.steps.push(`${session.steps.pop()}, to ${to}`);
      visited.back += Number(to !== before.path);
      visited.forward = 0;
      return 'moved';
    },
    ({ snapshot: { sheet, links } }) => !sheet && links.length > 0,
  );

export const visit = (path: string) =>
  action(`goes to ${path}`, async (visited, session) => {
    visited.back += Number(visited.snapshot.path !== path);
    visited.forward = 0;
    await visited.tab.goto(session.network.origin + path);
    await glance(visited);
    return 'moved';
  });

export const reload = action('reloads', async (visited) => {
  await visited.tab.reload();
  await glance(visited);
  return 'moved';
});

export const traverse = (where: 'back' | 'forward') =>
  action(
    `goes ${where}`,
    async (visited) => {
      const by = where === 'back' ? -1 : 1;
      const before = visited.snapshot;
      await visited.tab.evaluate(go, by);
      await sees(visited, (snapshot) => {
        const { document, entry, focus } = snapshot;
        if (document !== before.document) return true;
        return entry !== before.entry && focus.startsWith('h1');
      });
      visited.back += by;
      visited.forward -= by;
      return 'moved';
    },
    (visited) => visited[where] > 0,
  );

export const open = (path: string) =>
  action(
    `opens ${path} in a new tab`,
    async (_, session) => {
      await openTab(session, path);
      return 'elsewhere';
    },
    (_, { tabs }) => tabs.length < 3,
  );

export const closeTab = action(
  'closes the tab',
  async (visited, session) => {
    session.tabs.splice(session.tabs.indexOf(visited), 1);
    await visited.tab.close();
    return 'elsewhere';
  },
  (_, { tabs }) => tabs.length > 1,
);

export const newVersion = action(
  'finds a new version',
  async (visited, session) => {
    session.versions += 1;
    session.network.inject('worker', `/* ${session.versions} */`);
    await until(async () => {
      const waits = await visited.tab.evaluate(hasWorker, 'waiting');
      // What is fetched for it may fail, as anything may.
      if (!waits) await visited.tab.evaluate(lookForUpdate);
      const { notices: told } = await glance(visited);
      return waits && told.includes(notices.update);
    });
    return 'elsewhere';
  },
  (_, { isCut }) => !isCut,
);

export const update = action(
  "presses 'Reload'",
  async (visited) => {
    const before = visited.snapshot.document;
    await visited.tab.evaluate(press, { name: 'Reload' });
    await sees(visited, ({ document }) => document !== before);
    return 'moved';
  },
  (visited) =>
    isFree(visited) && visited.snapshot.notices.includes(notices.update),
);

import { follow, go } from '../../support/gestures.ts';
import { action, openTab } from '../session.ts';
import { isFree } from './form.ts';

export const link = (index: number) =>
  action(
    `presses link ${index + 1}`,
    async (visited, session) => {
      const before = visited.snapshot;
      const to = await visited.tab.evaluate(follow, index);
      visited.recordNavigation(to);
      await visited.waitFor(({ path, entry, hasHeadingFocus }) => {
        const isThere = path === to && entry !== before.entry;
        return isThere && hasHeadingFocus;
      });
      session.steps.push(`${session.steps.pop()}, to ${to}`);
      return 'moved';
    },
    isFree,
  );

export const visit = (path: string) =>
  action(`loads ${path}`, async (visited, session) => {
    visited.recordNavigation(path);
    await visited.tab.goto(session.network.origin + path);
    await visited.refresh();
    return 'moved';
  });

export const reload = action('reloads', async (visited) => {
  await visited.tab.reload();
  await visited.refresh();
  return 'moved';
});

export const traverse = (where: 'back' | 'forward') =>
  action(
    `goes ${where}`,
    async (visited) => {
      const by = where === 'back' ? -1 : 1;
      const before = visited.snapshot;
      await visited.tab.evaluate(go, by);
      await visited.waitFor(({ document, entry, hasHeadingFocus }) => {
        if (document !== before.document) return true;
        return entry !== before.entry && hasHeadingFocus;
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
    async (_, session) => void (await openTab(session, path)),
    (_, { tabs }) => tabs.length < 3,
  );

export const closeTab = action(
  'closes the tab',
  async (visited, session) => {
    session.tabs.splice(session.tabs.indexOf(visited), 1);
    await visited.tab.close();
  },
  (_, { tabs }) => tabs.length > 1,
);

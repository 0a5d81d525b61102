import { notices } from '../../../src/content/notices.ts';
import {
  follow,
  go,
  lookForUpdate,
  press,
  skip,
  workers,
} from '../gestures.ts';
import { type Action, glance, openTab, stored, until } from '../session.ts';
import { isFree } from './form.ts';

/** Ends what is open, by a button or a key. */
export function close(what: 'sheet' | 'menu', by: string): Action {
  return {
    name: by === 'Escape' ? 'presses Escape' : `presses '${by}'`,
    can: ({ snapshot }) => Boolean(snapshot[what]),
    run: async (_, visited) => {
      if (by === 'Escape') await visited.tab.key('Escape');
      else await visited.tab.evaluate(press, { name: by });
      await until(
        `the ${what} closes`,
        async () => !(await glance(visited))[what],
      );
      return 'in page';
    },
  };
}

export const openMenu: Action = {
  name: 'opens the menu',
  can: isFree,
  run: async (_, visited) => {
    await visited.tab.evaluate(press, { name: 'Menu' });
    await until('the menu opens', async () => (await glance(visited)).menu);
    return 'in page';
  },
};

export const skipToContent: Action = {
  name: 'skips to the content',
  can: isFree,
  run: async (_, visited) => {
    const before = visited.snapshot;
    await visited.tab.evaluate(skip);
    await until('the focus is in the content', async () =>
      (await glance(visited)).focus.startsWith('main'),
    );
    const { entry, form } = visited.snapshot;
    if (entry !== before.entry) throw new Error('The address has changed');
    // A refusal may have brought it back meanwhile.
    const both = [form, before.form].map((one) => JSON.stringify(one));
    if (form && before.form && both[0] !== both[1])
      throw new Error(`The form has changed: ${both.join(', ')}`);
    return 'in page';
  },
};

export function link(index: number): Action {
  return {
    name: `follows link ${index + 1}`,
    can: ({ snapshot: { sheet, links } }) => !sheet && links.length > 0,
    run: async (session, visited) => {
      const { path, entry } = visited.snapshot;
      const to = await visited.tab.evaluate(follow, index);
      await until(`the page ${to}`, async () => {
        const snapshot = await glance(visited);
        if (snapshot.path !== to || snapshot.entry === entry) return false;
        return !snapshot.menu && snapshot.focus.startsWith('h1');
      });
      session.steps.push(`${session.steps.pop()}, to ${to}`);
      visited.back += Number(to !== path);
      visited.forward = 0;
      return 'moved';
    },
  };
}

export function visit(path: string): Action {
  return {
    name: `goes to ${path}`,
    can: () => true,
    run: async (session, visited) => {
      visited.back += Number(visited.snapshot.path !== path);
      visited.forward = 0;
      await visited.tab.goto(session.network.origin + path);
      await glance(visited);
      return 'moved';
    },
  };
}

export const awaitRefusal: Action = {
  name: '(until a message is refused)',
  can: () => true,
  run: async (_, visited) => {
    await until('a refusal', async () =>
      (await stored(visited)).some(({ state }) => state === 'failed'),
    );
    return undefined;
  },
};

/** What was refused is tried once more when a page is loaded. */
export const tryAgain: Action = {
  name: 'goes to /faq, which tries again what was refused',
  can: (_, { refused, isCut, tabs }) =>
    refused.size > 0 && !isCut && tabs.length === 1,
  run: async (session, visited) => {
    const { commits } = session.network;
    const outbox = await stored(visited);
    await visit('/faq').run(session, visited);
    if (!outbox.some(({ state }) => state === 'failed')) return 'moved';
    await until('a try', async () => session.network.commits > commits);
    return 'moved';
  },
};

export const reload: Action = {
  name: 'reloads',
  can: () => true,
  run: async (_, visited) => {
    await visited.tab.reload();
    await glance(visited);
    return 'moved';
  },
};

export function traverse(where: 'back' | 'forward'): Action {
  const by = where === 'back' ? -1 : 1;
  return {
    name: `goes ${where}`,
    can: (visited) => visited[where] > 0,
    run: async (_, visited) => {
      const { entry, document } = visited.snapshot;
      await visited.tab.evaluate(go, by);
      await until(`another page, ${where}`, async () => {
        const snapshot = await glance(visited).catch(() => undefined);
        if (!snapshot) return false;
        if (snapshot.document !== document) return true;
        return snapshot.entry !== entry && snapshot.focus.startsWith('h1');
      });
      visited.back += by;
      visited.forward -= by;
      return 'moved';
    },
  };
}

export function open(path: string): Action {
  return {
    name: `opens ${path} in a new tab`,
    can: (_, { tabs }) => tabs.length < 3,
    run: async (session) => {
      await openTab(session, path);
      return undefined;
    },
  };
}

export const closeTab: Action = {
  name: 'closes the tab',
  can: (_, { tabs }) => tabs.length > 1,
  run: async (session, visited) => {
    session.tabs.splice(session.tabs.indexOf(visited), 1);
    await visited.tab.close();
    return undefined;
  },
};

export const newVersion: Action = {
  name: 'finds a new version',
  can: (_, { isCut }) => !isCut,
  run: async (session, visited) => {
    session.versions += 1;
    session.network.inject('worker', `/* ${session.versions} */`);
    await until('the new version is told of', async () => {
      const { waits } = await visited.tab.evaluate(workers);
      // What is fetched for it may fail, as anything may.
      if (!waits) await visited.tab.evaluate(lookForUpdate);
      const { notices: told } = await glance(visited);
      return waits && told.includes(notices.update);
    });
    return undefined;
  },
};

export const update: Action = {
  name: "presses 'Reload'",
  can: (visited) =>
    isFree(visited) && visited.snapshot.notices.includes(notices.update),
  run: async (_, visited) => {
    const { document } = visited.snapshot;
    await visited.tab.evaluate(press, { name: 'Reload' });
    await until('the page is loaded anew', async () => {
      const snapshot = await glance(visited).catch(() => undefined);
      return snapshot !== undefined && snapshot.document !== document;
    });
    return 'moved';
  },
};

import { notices } from '../../src/content/notices.ts';
import { follow, go, lookForUpdate, press, skip, workers } from './inside.ts';
import { type Deed, glance, isFree, openTab, stored, until } from './walk.ts';

/** Ends what is open, by a button or a key. */
export function close(what: 'sheet' | 'menu', by: string): Deed {
  return {
    name: by === 'Escape' ? 'presses Escape' : `presses '${by}'`,
    can: ({ sight }) => Boolean(sight[what]),
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

export const openMenu: Deed = {
  name: 'opens the menu',
  can: isFree,
  run: async (_, visited) => {
    await visited.tab.evaluate(press, { name: 'Menu' });
    await until('the menu opens', async () => (await glance(visited)).menu);
    return 'in page';
  },
};

export const skipToContent: Deed = {
  name: 'skips to the content',
  can: isFree,
  run: async (_, visited) => {
    const before = visited.sight;
    await visited.tab.evaluate(skip);
    await until('the focus is in the content', async () =>
      (await glance(visited)).focus.startsWith('main'),
    );
    const { entry, form } = visited.sight;
    if (entry !== before.entry) throw new Error('The address has changed');
    // A refusal may have brought it back meanwhile.
    const both = [form, before.form].map((one) => JSON.stringify(one));
    if (form && before.form && both[0] !== both[1])
      throw new Error('The form has changed');
    return 'in page';
  },
};

export function link(index: number): Deed {
  return {
    name: `follows link ${index + 1}`,
    can: ({ sight: { sheet, links } }) => !sheet && links.length > 0,
    run: async (walk, visited) => {
      const { path, entry } = visited.sight;
      const to = await visited.tab.evaluate(follow, index);
      await until(`the page ${to}`, async () => {
        const sight = await glance(visited);
        if (sight.path !== to || sight.entry === entry) return false;
        return !sight.menu && sight.focus.startsWith('h1');
      });
      walk.steps.push(`${walk.steps.pop()}, to ${to}`);
      visited.back += Number(to !== path);
      visited.forward = 0;
      return 'moved';
    },
  };
}

export function visit(path: string): Deed {
  return {
    name: `goes to ${path}`,
    can: () => true,
    run: async (walk, visited) => {
      visited.back += Number(visited.sight.path !== path);
      visited.forward = 0;
      await visited.tab.goto(walk.network.origin + path);
      await glance(visited);
      return 'moved';
    },
  };
}

export const awaitRefusal: Deed = {
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
export const tryAgain: Deed = {
  name: 'goes to /faq, which tries again what was refused',
  can: (_, { refused, isCut, tabs }) =>
    refused.size > 0 && !isCut && tabs.length === 1,
  run: async (walk, visited) => {
    const { commits } = walk.network;
    const outbox = await stored(visited);
    await visit('/faq').run(walk, visited);
    if (!outbox.some(({ state }) => state === 'failed')) return 'moved';
    await until('a try', async () => walk.network.commits > commits);
    return 'moved';
  },
};

export const reload: Deed = {
  name: 'reloads',
  can: () => true,
  run: async (_, visited) => {
    await visited.tab.reload();
    await glance(visited);
    return 'moved';
  },
};

export function traverse(where: 'back' | 'forward'): Deed {
  const by = where === 'back' ? -1 : 1;
  return {
    name: `goes ${where}`,
    can: (visited) => visited[where] > 0,
    run: async (_, visited) => {
      const { entry, document } = visited.sight;
      await visited.tab.evaluate(go, by);
      await until(`another page, ${where}`, async () => {
        const sight = await glance(visited).catch(() => undefined);
        if (!sight) return false;
        if (sight.document !== document) return true;
        return sight.entry !== entry && sight.focus.startsWith('h1');
      });
      visited.back += by;
      visited.forward -= by;
      return 'moved';
    },
  };
}

export function open(path: string): Deed {
  return {
    name: `opens ${path} in a new tab`,
    can: (_, { tabs }) => tabs.length < 3,
    run: async (walk) => {
      await openTab(walk, path);
      return undefined;
    },
  };
}

export const closeTab: Deed = {
  name: 'closes the tab',
  can: (_, { tabs }) => tabs.length > 1,
  run: async (walk, visited) => {
    walk.tabs.splice(walk.tabs.indexOf(visited), 1);
    await visited.tab.close();
    return undefined;
  },
};

export const newVersion: Deed = {
  name: 'finds a new version',
  can: (_, { isCut }) => !isCut,
  run: async (walk, visited) => {
    walk.versions += 1;
    walk.network.inject('worker', `/* ${walk.versions} */`);
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

export const update: Deed = {
  name: "presses 'Reload'",
  can: (visited) =>
    isFree(visited) && visited.sight.notices.includes(notices.update),
  run: async (_, visited) => {
    const { document } = visited.sight;
    await visited.tab.evaluate(press, { name: 'Reload' });
    await until('the page is loaded anew', async () => {
      const sight = await glance(visited).catch(() => undefined);
      return sight !== undefined && sight.document !== document;
    });
    return 'moved';
  },
};

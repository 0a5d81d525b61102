import fc from 'fast-check';
import { notices as words } from '../../src/content/notices.ts';
import { unsent } from '../../src/content/unsent.ts';
import { type FormName, forms, overtaken } from '../../src/forms/forms.ts';
import { type Values, validate } from '../../src/forms/validate.ts';
import { passingFaults } from '../support/commits.ts';
import { formSpecs } from '../support/forms.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import {
  findNewVersion,
  follow,
  go,
  moveClock,
  press,
  type Sight,
  send,
  skip,
  type,
} from './inside.ts';
import { draftOf } from './judge.ts';
import {
  check,
  deliverAll,
  glance,
  heal,
  openTab,
  stored,
  until,
  type Visited,
  type Walk,
  wake,
} from './walk.ts';

export type Step = fc.AsyncCommand<Walk, undefined>;

/** What a step leaves behind: the same page, another one, or no tab. */
type Left = 'in page' | 'moved' | 'away' | undefined;

/** Something that a visitor may do in a tab, or that may happen to them. */
export interface Deed {
  name: string;
  can(visited: Visited, walk: Readonly<Walk>): boolean;
  run(walk: Walk, visited: Visited): Promise<Left>;
}

/** A deed in one of the tabs, and all that must hold after it. */
export function step(deed: Deed, tab = 0): Step {
  return {
    check: (walk) =>
      walk.steps.length < walk.limit && deed.can(tabOf(walk, tab), walk),
    run: async (walk) => {
      const visited = tabOf(walk, tab);
      const before = visited.sight;
      walk.steps.push(`${visited.name}: ${deed.name}`);
      const left = await deed.run(walk, visited);
      if (left !== undefined) visited.inPage = left === 'in page';
      if (left === 'moved') forget(visited, before);
      await check(walk, tabOf(walk, tab));
    },
    toString: () => `tab ${tab + 1} ${deed.name}`,
  };
}

function tabOf({ tabs }: Readonly<Walk>, tab: number): Visited {
  return tabs[tab % tabs.length] as Visited;
}

/** What was accepted belongs to the page that was left, unless it has stayed. */
function forget(visited: Visited, before: Sight): void {
  const { sight, accepted, thanked } = visited;
  const isSame =
    sight.document === before.document && sight.path === before.path;
  const failures: string[] = Object.values(forms).map(({ failure }) => failure);
  const isRefused = sight.alert && failures.includes(sight.alert);
  const here = isSame && (sight.thanks || isRefused) ? accepted : undefined;
  visited.accepted =
    here ?? (sight.thanks ? thanked.get(sight.entry) : undefined);
}

const isFree = ({ sight: { sheet, menu } }: Visited) => !sheet && !menu;

/** Fields and what stands in them, which no other submission has. */
function wordsFor(form: FormName, number: number): Values {
  const mark = `No. ${String(number).padStart(5, '0')}`;
  const words: Values = {
    name: `Ada ${number}`,
    email: `ada-${number}@example.com`,
    favoriteBrand: `Skeinwell ${mark}`,
    company: `Loom & Sons ${mark}`,
    message: `${mark}\nI cut "patterns" 🍐.`,
  };
  const names = forms[form].fields.map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, words[name] ?? '']));
}

/** How a form is filled in; what visitors do more often is drawn so. */
const manners = [
  ...(['new words', 'new words', 'new words', 'as it stands'] as const),
  ...(['as it stands', 'twice', 'blank', 'no address', 'again'] as const),
];
type Manner = (typeof manners)[number];

function typedFor(walk: Walk, form: FormName, manner: Manner): Values {
  walk.count += 1;
  const fresh = wordsFor(form, walk.count);
  const earlier = [...walk.messages.values()].findLast(
    (one) => one.form === form && one.goneAt === undefined,
  );
  switch (manner) {
    case 'as it stands':
      return {};
    case 'blank':
      return { ...fresh, [forms[form].fields[0]?.name ?? '']: '  ' };
    case 'no address':
      return { ...fresh, email: 'ada@' };
    case 'again':
      return earlier?.values ?? fresh;
    default:
      return fresh;
  }
}

export function submit(manner: Manner): Deed {
  return {
    name: `submits the form, ${manner}`,
    can: (visited) => isFree(visited) && visited.sight.form !== undefined,
    run: async (walk, visited) => {
      const { tab, sight } = visited;
      const form = sight.form as NonNullable<Sight['form']>;
      const name = form.name as FormName;
      const typed = await tab.evaluate(type, typedFor(walk, name, manner));
      // It has been thanked for after all.
      if (!typed) return undefined;
      const draft = draftOf(sight);
      visited.drafts.set(draft, { ...visited.drafts.get(draft), ...typed });
      const replaces = visited.accepted ?? form.edits;
      const before = await stored(visited);
      const from = walk.network.commits;
      const sent = await tab.evaluate(send, manner === 'twice' ? 2 : 1);
      if (!sent) return undefined;
      const verdict = validate(forms[name], sent.values);
      if (verdict.ok && !sent.isValid) return 'in page';
      await until('the form says what came of it', async () => {
        const { thanks, alert } = await glance(visited);
        return Boolean(thanks || alert);
      });
      const { alert, thanks } = visited.sight;
      if (!verdict.ok || alert === overtaken) {
        const message = verdict.ok ? overtaken : verdict.message;
        if (alert !== message) throw new Error(`'${alert}', not '${message}'`);
        return 'in page';
      }
      const spec = formSpecs.find(({ path }) => path === `/${name}`);
      if (alert ? alert !== spec?.failure : thanks?.text !== spec?.thanks)
        throw new Error(`It says '${alert ?? thanks?.text}'`);
      const id = await idOf(walk, visited, sent.values, from);
      visited.drafts.delete(draft);
      visited.accepted = id;
      walk.refused.delete(id);
      walk.messages.set(id, { id, form: name, values: sent.values });
      const replaced = walk.messages.get(replaces ?? '');
      if (
        replaced &&
        replaced.id !== id &&
        before.some((one) => one.id === replaces)
      )
        replaced.goneAt = walk.network.commits;
      return 'in page';
    },
  };
}

/** The message that these words are kept, or have been sent, as. */
async function idOf(
  walk: Walk,
  visited: Visited,
  values: Values,
  from: number,
): Promise<string> {
  const words = (one: object) => JSON.stringify(Object.entries(one).sort());
  const kept = (await stored(visited)).find(
    (one) => words(one.values as object) === words(values),
  );
  const sent = walk.network.log.findLast(({ body }) =>
    Object.values(values).every((text) => body.includes(JSON.stringify(text))),
  );
  const isNew = sent && walk.network.log.indexOf(sent) >= from;
  const id = kept?.id ?? (isNew || sent?.storedAt ? sent?.ids[0] : undefined);
  if (!id) throw new Error('Thanks for what is neither kept nor sent');
  return id;
}

export const begin: Deed = {
  name: 'types and does not submit',
  can: (visited) => isFree(visited) && visited.sight.form !== undefined,
  run: async (walk, visited) => {
    const { sight, tab } = visited;
    walk.count += 1;
    const field = forms[sight.form?.name as FormName].fields[0]?.name ?? '';
    const text = { [field]: `Begun ${walk.count}` };
    const typed = await tab.evaluate(type, text);
    const draft = draftOf(sight);
    if (typed) {
      visited.drafts.set(draft, { ...visited.drafts.get(draft), ...typed });
    }
    return 'in page';
  },
};

export const openSheet: Deed = {
  name: 'opens the unsent messages',
  can: (visited) => isFree(visited) && visited.unsent > 0,
  run: async (_, visited) => {
    await until('the sheet opens', async () => {
      const { sheet, pill: name } = await glance(visited);
      if (sheet || (await stored(visited)).length === 0) return true;
      if (name) await visited.tab.evaluate(press, { name });
      return false;
    });
    return visited.sight.sheet ? 'in page' : undefined;
  },
};

/** Does something to the n-th unsent message of the sheet. */
function toItem(
  name: string,
  button: string,
  index: number,
  then: (walk: Walk, visited: Visited, id: string) => Promise<Left>,
): Deed {
  const isQuestion = button === unsent.yes || button === unsent.keep;
  return {
    name: `${name} message ${index + 1}`,
    can: ({ sight: { sheet } }) => sheet?.items[index]?.isAsking === isQuestion,
    run: async (walk, visited) => {
      const item = visited.sight.sheet?.items[index]?.id ?? '';
      // From here on it may wait again.
      if (button === unsent.retry) walk.refused.delete(item);
      const pressed = await visited.tab.evaluate(press, { name: button, item });
      return pressed ? then(walk, visited, item) : undefined;
    },
  };
}

const inPage = async (): Promise<Left> => 'in page';
const itemOf = ({ sheet }: Sight, id: string) =>
  sheet?.items.find((item) => item.id === id);

/** The question comes, or goes, or the message does. */
async function asked(_: Walk, visited: Visited, id: string): Promise<Left> {
  const before = itemOf(visited.sight, id)?.isAsking;
  await until('the sheet asks, or asks no longer', async () => {
    const item = itemOf(await glance(visited), id);
    return !item || item.isAsking !== before;
  });
  return 'in page';
}

async function editing(
  walk: Walk,
  visited: Visited,
  id: string,
): Promise<Left> {
  const message = walk.messages.get(id);
  visited.back += Number(visited.sight.path !== `/${message?.form}`);
  visited.forward = 0;
  const words = JSON.stringify(message?.values);
  await until(`the form shows ${words}`, async () => {
    const { sheet, form, ...sight } = await glance(visited);
    if (sheet) return sheet.told === unsent.alreadySent;
    if (form?.edits !== id || sight.path !== `/${message?.form}`) return false;
    const draft = visited.drafts.get(`${form.name} ${id}`);
    const shown = { ...message?.values, ...draft };
    return Object.entries(shown).every(
      ([field, text]) => form.values[field] === text,
    );
  });
  return visited.sight.sheet ? 'in page' : 'moved';
}

async function discarded(
  walk: Walk,
  visited: Visited,
  id: string,
): Promise<Left> {
  const { alreadySent, discarded } = unsent;
  await until('the message is discarded', async () => {
    const sight = await glance(visited);
    const told = sight.sheet?.told ?? '';
    return !itemOf(sight, id) && [alreadySent, discarded].includes(told);
  });
  const message = walk.messages.get(id);
  if (message && visited.sight.sheet?.told === discarded) {
    message.goneAt ??= walk.network.commits;
  }
  return 'in page';
}

/** Ends what is open, by a button or a key. */
export function close(
  what: 'sheet' | 'menu',
  by: 'Escape' | 'Close' | 'Close menu',
): Deed {
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
    if (form && JSON.stringify(form) !== JSON.stringify(before.form))
      throw new Error('The form has changed');
    return 'in page';
  },
};

export function link(index: number): Deed {
  return {
    name: `follows link ${index + 1}`,
    can: ({ sight: { sheet, links } }) => !sheet && links.length > 0,
    run: async (walk, visited) => {
      const { path } = visited.sight;
      const to = await visited.tab.evaluate(follow, index);
      await until(`the page ${to}`, async () => {
        const sight = await glance(visited);
        return sight.path === to && !sight.menu && sight.focus.startsWith('h1');
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
    await visited.tab.evaluate(findNewVersion);
    await until('the new version is told of', async () =>
      (await glance(visited)).notices.includes(words.update),
    );
    return undefined;
  },
};

export const update: Deed = {
  name: "presses 'Reload'",
  can: (visited) =>
    isFree(visited) && visited.sight.notices.includes(words.update),
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

/** Something that happens to the whole browser. */
function event(
  name: string,
  run: (walk: Walk) => unknown,
  can: Deed['can'] = () => true,
): Deed {
  return {
    name: `(${name})`,
    can,
    run: async (walk) => {
      await run(walk);
      return undefined;
    },
  };
}

export const offline = event(
  'offline',
  async (walk) => {
    walk.network.cut();
    await walk.browser.setOffline?.(true);
    Object.assign(walk, { isCut: true, isOffline: true });
  },
  (_, { isOffline }) => !isOffline,
);
export const cut = event(
  'no route',
  (walk) => {
    walk.network.cut();
    walk.isCut = true;
  },
  (_, { isCut }) => !isCut,
);
export const online = event(
  'online',
  async (walk) => {
    walk.network.restore();
    if (walk.isOffline) await walk.browser.setOffline?.(false);
    Object.assign(walk, { isCut: false, isOffline: false });
    await wake(walk);
  },
  (_, { isCut }) => isCut,
);
export const refuse = event(
  'the server refuses all that is new',
  ({ network }) => network.refuseNew(),
);
export const killWorker = event(
  'the worker is killed',
  ({ browser }) => browser.killWorker?.().catch(() => undefined),
  (_, { browser }) => browser.killWorker !== undefined,
);
export const deliver = event('all is well until all is sent', deliverAll);
export const mend = event('all is well', heal);
export const fail = (index: number) =>
  event(`the server fails in way ${index + 1}`, ({ network }) =>
    network.fail(passingFaults[index] ?? { kind: 'reset' }),
  );

const day = 24 * 60 * 60 * 1000;
export const moveTo = (days: number): Deed => ({
  name: `(the clock goes ${days} days on)`,
  can: () => true,
  run: async (_, { tab }) => {
    await tab.evaluate(moveClock, days * day);
    return undefined;
  },
});

export const retry = (index: number) =>
  toItem('retries', unsent.retry, index, inPage);
export const edit = (index: number) =>
  toItem('edits', unsent.edit, index, editing);
export const discard = (index: number) =>
  toItem('would discard', unsent.discard, index, asked);
export const yes = (index: number) =>
  toItem('discards', unsent.yes, index, discarded);
export const keep = (index: number) =>
  toItem('keeps', unsent.keep, index, asked);

const paths = [...pages, notFoundPage].map(({ path }) => path);
const formPaths = formSpecs.map(({ path }) => path);
const anyPath = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...formPaths) },
  { weight: 1, arbitrary: fc.constantFrom(...paths) },
);
const anyItem = fc.constantFrom(0, 0, 0, 1, 2);

/** What may be drawn, and how often. */
const lot: [number, fc.Arbitrary<Deed>][] = [
  [9, fc.constantFrom(...manners).map(submit)],
  [5, fc.constant(openSheet)],
  [6, anyItem.map(edit)],
  [3, anyItem.map(retry)],
  [2, anyItem.map(discard)],
  [3, anyItem.map(yes)],
  [2, anyItem.map(keep)],
  [5, anyPath.map(visit)],
  [3, fc.nat(40).map(link)],
  [3, fc.constant(traverse('back'))],
  [2, fc.constant(traverse('forward'))],
  [2, anyPath.map(open)],
  [3, fc.constant(online)],
  [2, fc.nat(passingFaults.length - 1).map(fail)],
  [1, fc.constantFrom(-365, -2, 2, 365).map(moveTo)],
  ...[
    ...[begin, skipToContent, reload, tryAgain, update, offline, cut],
    ...[refuse, mend, deliver],
  ].map((deed) => [2, fc.constant(deed)] as [number, fc.Arbitrary<Deed>]),
  ...[
    ...[close('sheet', 'Close'), close('sheet', 'Escape'), openMenu],
    ...[close('menu', 'Close menu'), close('menu', 'Escape')],
    ...[closeTab, newVersion, killWorker],
  ].map((deed) => [1, fc.constant(deed)] as [number, fc.Arbitrary<Deed>]),
];
const anyDeed = fc.oneof(
  ...lot.map(([weight, arbitrary]) => ({ weight, arbitrary })),
);

export const anyStep: fc.Arbitrary<Step> = fc
  .tuple(anyDeed, fc.constantFrom(0, 0, 0, 1, 1, 2))
  .map(([deed, tab]) => step(deed, tab));

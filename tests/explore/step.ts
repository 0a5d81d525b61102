import type fc from 'fast-check';
import { withTimeout } from '../../src/async/timeout.ts';
import { judge, saysNotLoaded, saysRefused } from './judge.ts';
import {
  type Action,
  glance,
  longestWait,
  type Session,
  stored,
  until,
  type VisitedTab,
} from './session.ts';
import type { Snapshot } from './snapshot.ts';

export type Step = fc.AsyncCommand<Session, undefined>;

/** An action in one of the tabs, and all that must hold after it. */
export function step(action: Action, tab = 0): Step {
  return {
    check: (session) =>
      session.steps.length < session.limit &&
      action.can(tabOf(session, tab), session),
    run: async (session) => {
      const visited = tabOf(session, tab);
      const before = visited.snapshot;
      session.steps.push(`${visited.name}: ${action.name}`);
      const left = await inTime(action.run(session, visited));
      if (left !== undefined) visited.inPage = left === 'in page';
      if (left === 'moved') forget(visited, before);
      await inTime(check(session));
    },
    toString: () => `tab ${tab + 1} ${action.name}`,
  };
}

/** A browser that never answers ends the session, and is told of. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return withTimeout(2 * longestWait, work, () => new Error('No answer'));
}

function tabOf({ tabs }: Readonly<Session>, tab: number): VisitedTab {
  return tabs[tab % tabs.length] as VisitedTab;
}

/** What was accepted belongs to the page that was left, unless it has stayed. */
function forget(visited: VisitedTab, before: Snapshot): void {
  const { snapshot, accepted, thanked } = visited;
  const isSame =
    snapshot.document === before.document && snapshot.path === before.path;
  const stayed = isSame ? accepted : undefined;
  const isTold = snapshot.thanks || saysRefused(snapshot);
  // A page kept whole tells of what was accepted there.
  visited.accepted = isTold
    ? (stayed ?? thanked.get(snapshot.entry))
    : undefined;
}

/** Every page is as it must be. */
export async function check(session: Session): Promise<void> {
  for (const visited of session.tabs) {
    await until('the page is true', async () => {
      const snapshot = await glance(visited).catch(() => undefined);
      if (!snapshot) return ['the page cannot be read'];
      // It may give a page half a script of those that the worker holds.
      if (snapshot.isFirefox && !snapshot.isWhole && saysNotLoaded(snapshot)) {
        await visited.tab.reload();
        return ['the page was loaded anew, as it asked'];
      }
      const submissions = await stored(visited);
      // Only a thank-you tells of what has left the outbox.
      const receipts = snapshot.thanks ? await stored(visited, 'receipts') : [];
      visited.unsent = submissions.length;
      const outbox = { submissions, receipts: receipts.map(({ id }) => id) };
      const { never, notYet } = judge(session, visited, snapshot, outbox);
      if (never.length > 0) throw new Error(at(visited, never));
      return notYet.length > 0 ? [at(visited, notYet)] : [];
    });
  }
  for (const { snapshot, accepted, thanked } of session.tabs) {
    const isTold = snapshot.thanks !== undefined || saysRefused(snapshot);
    if (isTold && accepted) thanked.set(snapshot.entry, accepted);
  }
}

function at({ name, snapshot }: VisitedTab, problems: string[]): string {
  const seen = JSON.stringify({ ...snapshot, links: undefined });
  return `${name}: ${problems.join('; ')}\n${seen}`;
}

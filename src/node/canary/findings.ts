import { printable } from '../printable.ts';

/** What is done about a finding of the release itself. */
const rollBack = 'Roll back.';

interface Finding {
  /** The kind, in one word. */
  id: string;
  /** An address, a collection or another place. */
  where: string;
  what: string;
  /** What to do, as a sentence. */
  todo: string;
  kind: 'release' | 'elsewhere' | 'unanswered';
}

export type Findings = ReturnType<typeof collectFindings>;

/** Collects what is wrong, and what somebody may want to know besides. */
export function collectFindings() {
  const list: Finding[] = [];
  const notes: string[] = [];
  return {
    notes: notes as readonly string[],
    note(text: string): void {
      if (!notes.includes(text)) notes.push(text);
    },
    /** It came with this release, and goes with it. */
    release(id: string, where: string, what: string): void {
      list.push({ id, where, what, todo: rollBack, kind: 'release' });
    },
    /** Rolling back would not mend it. */
    elsewhere(id: string, where: string, what: string, todo: string): void {
      list.push({ id, where, what, todo, kind: 'elsewhere' });
    },
    unanswered(where: string, why: string): void {
      const todo = 'See that the network is fine, and run this again.';
      const what = `no whole answer (${why})`;
      list.push({ id: 'answer', where, what, todo, kind: 'unanswered' });
    },
    lines: () => linesOf(list),
    /** The command's exit status, as its help says. */
    status(): 0 | 1 | 2 | 3 {
      const has = (kind: Finding['kind']) => list.some((f) => f.kind === kind);
      if (has('release')) return 1;
      if (has('elsewhere')) return 3;
      return has('unanswered') ? 2 : 0;
    },
  };
}

/** The same at many places is one line. */
function linesOf(list: readonly Finding[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { id, where, what, todo } of list) {
    const key = [id.padEnd(11), what, todo].join('\n');
    const places = groups.get(key) ?? [];
    groups.set(key, places.includes(where) ? places : [...places, where]);
  }
  return [...groups].map(([key, places]) => {
    const [id, what, todo] = key.split('\n');
    const more = places.length > 3 ? ` and ${places.length - 3} more` : '';
    const where = places.sort().slice(0, 3).join(', ') + more;
    return printable(`${id} ${where}: ${what}. ${todo}`);
  });
}

/** A foreign text as part of a line of ours. */
export function quote(text: string): string {
  const maxLength = 120;
  return `"${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}"`;
}

import { printable } from '../printable.ts';

export type Findings = ReturnType<typeof collectFindings>;

/** Collects what is wrong, and what somebody may want to know besides. */
export function collectFindings() {
  const notes = new Set<string>();
  const kinds = new Set<'release' | 'elsewhere' | 'unanswered'>();
  /** By what is found; the same at many places is one line. */
  const places = new Map<string, Set<string>>();
  /** The id is the kind in one word; `todo` says what to do, as a sentence. */
  function add(id: string, where: string, what: string, todo: string): void {
    const key = [id.padEnd(11), `${what}. ${todo}`].join('\n');
    places.set(key, (places.get(key) ?? new Set()).add(where));
  }
  return {
    notes: notes as ReadonlySet<string>,
    note(text: string): void {
      notes.add(text);
    },
    /** It came with this release, and goes with it. */
    release(id: string, where: string, what: string): void {
      kinds.add('release');
      add(id, where, what, 'Roll back.');
    },
    /** Rolling back would not mend it. */
    elsewhere(id: string, where: string, what: string, todo: string): void {
      kinds.add('elsewhere');
      add(id, where, what, todo);
    },
    unanswered(where: string, why: string): void {
      kinds.add('unanswered');
      const todo = 'See that the network is fine, and run this again.';
      add('answer', where, `no whole answer (${why})`, todo);
    },
    lines: (): string[] =>
      [...places].map(([key, where]) => {
        const [id, what] = key.split('\n');
        const more = where.size > 3 ? ` and ${where.size - 3} more` : '';
        const first = [...where].sort().slice(0, 3).join(', ');
        return printable(`${id} ${first}${more}: ${what}`);
      }),
    /** The command's exit status, as its help says. */
    status(): 0 | 1 | 2 | 3 {
      if (kinds.has('release')) return 1;
      if (kinds.has('elsewhere')) return 3;
      return kinds.has('unanswered') ? 2 : 0;
    },
  };
}

/** A foreign text as part of a line of ours. */
export function quote(text: string): string {
  return `"${text.replace(/^(.{120}).+/s, '$1…')}"`;
}

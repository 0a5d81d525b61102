import type { Form } from '../../src/forms/forms.ts';
import type { Tab } from '../support/engines/engine.ts';

export type Saying = 'sent' | 'saved' | 'error';

/** What a page said, and from when on. */
export interface Statement {
  at: number;
  says: Saying[];
}

export const sentences = {
  sent: 'Sent.',
  saved: 'Saved on this device. We will send it when you are back online.',
};

/** Lets a page write down what it says, so that no moment is missed. */
export function watch(tab: Tab, form: Form): Promise<void> {
  return tab.evaluate(takeDown, { ...sentences, error: form.failure });
}

/** Everything the page has said since it was watched; oldest first. */
export function statementsOf(tab: Tab): Promise<Statement[]> {
  return tab.evaluate(
    () => (globalThis as { statements?: Statement[] }).statements ?? [],
  );
}

function takeDown(meanings: Record<string, string>): void {
  const statements: Statement[] = [];
  (globalThis as { statements?: Statement[] }).statements = statements;
  const look = () => {
    const texts = [...document.querySelectorAll('main p')].map((element) =>
      element.textContent?.trim(),
    );
    const says = Object.entries(meanings)
      .filter(([, sentence]) => texts.includes(sentence))
      .map(([saying]) => saying) as Saying[];
    if (statements.at(-1)?.says.join() === says.join()) return;
    // Date may be wrong on purpose; this clock is not.
    statements.push({ at: performance.timeOrigin + performance.now(), says });
  };
  new MutationObserver(look).observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  look();
}

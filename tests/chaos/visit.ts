/** What a visitor does, and how long they look at the thank-you. */
export interface Plan {
  path: string;
  typed: Record<string, string>;
  linger: number;
}

/** What a visitor has seen. */
export interface Seen {
  /** What stood in the form when it was submitted; absent, it never came. */
  values?: Record<string, string>;
  thanked: boolean;
  /** When the page said so. */
  sentAt?: number;
  errorAt?: number;
}

/** Runs in the page, so that a visit is quick: fills in, submits, looks. */
export async function visit({ path, typed, linger }: Plan): Promise<Seen> {
  const seen: Seen = { thanked: false };
  const names = Object.keys(typed);

  /** Looks until there is something to see, or for so long. */
  async function lookFor<T>(look: () => T | undefined, limit: number) {
    const end = performance.now() + limit;
    for (;;) {
      const found = look();
      if (found !== undefined || performance.now() > end) return found;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  /** The form, not the one before. */
  function readyForm(): HTMLFormElement | undefined {
    return [...document.forms].find(
      (form) =>
        `/${form.getAttribute('name')}` === path &&
        names.every((name) => form.elements.namedItem(name)),
    );
  }

  /** Before that, another address would have the page loaded anew. */
  function isAlive(): true | undefined {
    return document.onsubmit === null || undefined;
  }

  if (!(await lookFor(isAlive, 5000))) return seen;
  if (location.pathname !== path) {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }
  const form = await lookFor(readyForm, 5000);
  if (!form) return seen;
  for (const [name, text] of Object.entries(typed)) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    if (field.readOnly) continue;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const entries = [...new FormData(form)];
  seen.values = Object.fromEntries(
    entries.map(([name, value]) => [name, String(value).trim()]),
  );
  form.requestSubmit();

  function error(): true | undefined {
    const text = document.querySelector('[role=alert]')?.textContent;
    return text?.startsWith('Something went wrong') || undefined;
  }
  function thanks(): true | undefined {
    const text = document.querySelector('main [role=status]')?.textContent;
    return text?.startsWith('Thank you') || undefined;
  }
  function sent(): true | undefined {
    return document.querySelector('[data-status=sent]') ? true : undefined;
  }

  await lookFor(() => thanks() ?? error(), 30_000);
  seen.thanked = thanks() ?? false;
  await lookFor(() => sent() ?? error(), linger);
  if (sent()) seen.sentAt = Date.now();
  if (error()) seen.errorAt = Date.now();
  return seen;
}

/** Texts by the name of a field. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Joins what a field has contained with what was typed into the field afterwards.
 * Nothing gets lost, and a text that was continued or joined before is not repeated.
 */
export function joinText(former: string, typed: string): string {
  if (typed.startsWith(former)) return typed;
  if (typed === '' || former.endsWith(` ${typed}`)) return former;
  return `${former} ${typed}`;
}

export function joinTexts(former: Texts = {}, typed: Texts = {}): Texts {
  const joined: Record<string, string> = { ...former };
  for (const [name, text] of Object.entries(typed))
    joined[name] = joinText(former[name] ?? '', text);
  return joined;
}

export function hasTexts(texts: Texts): boolean {
  return Object.keys(texts).length > 0;
}

/** Returns only the properties that are strings. Other scripts may write storage. */
export function toTexts(stored: unknown): Texts {
  const entries = Object.entries(Object(stored));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string';
    }),
  );
}

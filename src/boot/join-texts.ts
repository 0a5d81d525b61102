/** Texts by the name of a field. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Joins what a field has contained with what was typed into the blank field afterwards.
 * Nothing gets lost, and a text that was typed again or joined before stays as it is.
 */
export function joinText(former: string, typed: string): string {
  const hasBoth = former !== '' && typed !== '' && former !== typed;
  if (!hasBoth || typed.startsWith(`${former} `)) return typed || former;
  return former.endsWith(` ${typed}`) ? former : `${former} ${typed}`;
}

export function joinTexts(former: Texts = {}, typed: Texts = {}): Texts {
  const joined: Record<string, string> = { ...former };
  for (const [name, text] of Object.entries(typed))
    joined[name] = joinText(former[name] ?? '', text);
  return joined;
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

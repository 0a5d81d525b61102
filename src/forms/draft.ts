import { takeEarlyInput } from '../boot/early-input.ts';
import type { Values } from './validate.ts';

/**
 * What is typed into a form and not yet sent, kept for this tab by the draft's
 * name: the form's, with the id of what it edits, if anything. Also the id of
 * the last submit, see submit-once.ts.
 */
export function readDraft(draft: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '{}') as Values;
  } catch {
    return {};
  }
}

export function keepDraft(draft: string, typed: Values): void {
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify(typed));
  } catch {
    // Storage may be full or forbidden: then a reload starts anew.
  }
}

/** Makes what was typed before the page's code ran part of the draft. */
export function adoptEarlyInput(form: string, draft: string): void {
  const typed = Object.entries(takeEarlyInput(form)).filter(([, text]) => text);
  if (typed.length === 0) return;
  keepDraft(draft, { ...readDraft(draft), ...Object.fromEntries(typed) });
}

export function dropDraft(draft: string): void {
  try {
    sessionStorage.removeItem(keyOf(draft));
  } catch {
    // Nothing was kept then.
  }
}

function keyOf(draft: string): string {
  return `pear-draft-${draft}`;
}

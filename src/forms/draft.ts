import { takeEarlyInput } from '../boot/early-input.ts';
import type { Values } from './validate.ts';

/**
 * What is typed into a form and not yet sent, kept for this tab: by the form's
 * name, and by what it edits, if anything.
 */
export function readDraft(form: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}') as Values;
  } catch {
    return {};
  }
}

export function keepDraft(form: string, typed: Values): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
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

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept then.
  }
}

function keyOf(form: string): string {
  return `pear-draft-${form}`;
}

import type { FormName } from './forms.ts';
import type { Values } from './validate.ts';

/** What is typed into a form and not yet sent, kept for this tab. */
export function readDraft(form: FormName): Values {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}') as Values;
  } catch {
    return {};
  }
}

export function keepDraft(form: FormName, typed: Values): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
  } catch {
    // Storage may be full or forbidden: then a reload starts anew.
  }
}

export function dropDraft(form: FormName): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept then.
  }
}

function keyOf(form: FormName): string {
  return `pear-draft-${form}`;
}

import type { FormName } from './forms.ts';

interface FormerForm {
  collection: string;
  /** The form that has taken its place, if one has. It labels and edits the submissions. */
  replacedBy?: FormName;
}

/**
 * The forms that only earlier releases have, by name. Their submissions may still be
 * unsent on devices. The collection of a form never changes, because a submission whose
 * answer was lost would then be stored in both. For that reason a renamed collection needs
 * a new name of its form, and the old name belongs here.
 */
export const formerForms: ReadonlyMap<string, FormerForm> = new Map();

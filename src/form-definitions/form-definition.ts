import type { FormName } from './forms.ts';

/** All that one form is and says; the rest of the site follows from it. */
export interface FormDefinition {
  /** Also what unsent messages are stored under. */
  name: FormName;
  heading: string;
  lead: string;
  /** Beside the form, where there is room: 480 wide, 600 high. */
  picture: string;
  /** Why to send it, below the picture. */
  reasons?: readonly string[];
  fields: readonly Field[];
  rules: readonly Rule[];
  submitLabel: string;
  /** Under the button while the form shows. */
  note?: string;
  thanks: string;
  /** Where the thank-you leads on to. */
  next?: { to: string; label: string };
  /** Shown when a submission was neither saved nor sent, or was refused. */
  failure: string;
  /** Under the title 'What happens to what I send?'. */
  happens: WhatHappens;
  /** What the dialog of unsent messages calls its messages. */
  inDialog: string;
  /** What the owner's report calls its messages. */
  inReport: string;
  /** Whether this device remembers the email that was sent. */
  remembersEmail?: true;
  /** Whether the remembered email is filled in, read-only. */
  knowsEmail?: true;
}

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'multiline' | 'checkbox';
  /** In characters, as in firestore.rules; of a checkbox those of `ticked`. */
  maxLength: number;
  autocomplete: string;
  placeholder?: string;
}

/** Rules are checked in order; the first that fails gives the message. */
interface Rule {
  /** The fields that must not be blank, or the one that must be an address. */
  fields: readonly string[];
  check: 'filled' | 'email';
  message: string;
}

export interface WhatHappens {
  /** What arrives, and what for. */
  gets: string;
  /** What else stays on the device. */
  keeps?: string;
  /** Where the form itself is the way to have things erased. */
  erase?: string;
}

import type { FormName } from './forms.ts';

export interface FormDefinition {
  /** Stored with each unsent submission. CONTRIBUTING.md says how to rename a form. */
  name: FormName;
  heading: string;
  lead: string;
  reasons?: readonly string[];
  /** Name of the field whose text is on the label of the garment beside the form. */
  labelField: string;
  /** The column of that garment in collars.svg. */
  garment: number;
  fields: readonly Field[];
  /** Checked in order; the first rule that fails sets the error message. */
  rules: readonly Rule[];
  submitLabel: string;
  note?: string;
  /**
   * Shown when the submission is saved on the device, perhaps days before it is sent. So
   * the text thanks, and does not say that anything has arrived.
   */
  thanks: string;
  next?: { to: string; label: string };
  /**
   * Error message if a submission was refused, or neither saved nor sent. A refused one
   * is kept on the device, so the text does not say that anything is lost.
   */
  failure: string;
  disclosure: DisclosureTexts;
  /** Name of the form in the dialog of unsent submissions. */
  dialogLabel: string;
  /** Name of the form's submissions in the owner's report. */
  reportLabel: string;
  remembersEmail?: true;
  /** Whether the form shows the remembered email in a read-only field. */
  showsRememberedEmail?: true;
}

export type Field = TextField | Checkbox;

interface TextField extends FieldBase {
  type: 'text' | 'email' | 'multiline';
}

interface Checkbox extends FieldBase {
  type: 'checkbox';
  /**
   * Whether the label asks for permission to send mail. If so, tables for mail tools leave
   * out the records of everybody who has not checked the box.
   */
  asksForMail: boolean;
}

interface FieldBase {
  name: string;
  label: string;
  /** Whether the label begins with a name, whose capital letter stays in a sentence. */
  beginsWithName?: true;
  /** Maximum `length` of the text. firestore.rules accept this length or more. */
  maxLength: number;
  autocomplete: Autocomplete;
  placeholder?: string;
}

/**
 * What browsers fill in. Add the value of HTML that a new field needs. By these values the
 * owner's commands also find names of people and fields for links.
 */
type Autocomplete =
  | 'off'
  | 'name'
  | 'given-name'
  | 'additional-name'
  | 'family-name'
  | 'email'
  | 'tel'
  | 'organization'
  | 'url';

export interface Rule {
  fields: readonly string[];
  check: 'filled' | 'email';
  message: string;
}

/** The form's own texts in the disclosure "What happens to what I send?". */
export interface DisclosureTexts {
  /** What we do with the submission, after "We get your name and your email". */
  purpose: string;
  /** Says what the browser stores in addition to the submission. */
  storedText?: string;
  /** How to request erasure. The default text links to the careers form. */
  erasureText?: string;
}

/** What a visitor has submitted, by the name of the field. */
export type Values = Readonly<Record<string, string>>;

/** One document of a batch, without its timestamp, which the server sets. */
export interface NewRecord {
  collection: string;
  fields: Values;
}

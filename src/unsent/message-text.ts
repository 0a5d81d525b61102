import { checkedValue } from '../form-definitions/common-fields.ts';
import { findFormName, forms } from '../form-definitions/forms.ts';
import type { Submission } from '../submissions/outbox.ts';

type Message = Pick<Submission, 'form' | 'values'>;

/** Maximum length of an excerpt in the dialog, in characters. */
const excerptLength = 60;

/** Returns the form's label, or the stored name of a form that this version lacks. */
export function getFormLabel(form: string): string {
  const name = findFormName(form);
  return name ? forms[name].dialogLabel : form;
}

/** Returns the form's label, then one line for each field. */
export function formatMessage({ form, values }: Message): string {
  const formName = findFormName(form);
  const fields = formName ? forms[formName].fields : [];

  const lines = Object.entries(values).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return `${field?.label ?? deriveLabel(name)}: ${value}`;
  });

  return [getFormLabel(form), ...lines].join('\n');
}

/** Returns excerpts of the fields in reverse order, because the last field says most. */
export function getExcerpts({ values }: Message): string[] {
  const texts = Object.values(values).filter((text) => text !== checkedValue);
  return texts.reverse().map(getExcerpt);
}

function getExcerpt(text: string): string {
  const prefix = text.slice(0, 4 * excerptLength).replace(/\s+/g, ' ');
  // Splits into code points, because `slice` on a string could split an emoji.
  const characters = [...prefix.trim()];

  if (characters.length <= excerptLength) return characters.join('');
  return `${characters.slice(0, excerptLength).join('').trimEnd()}…`;
}

/** Returns a label for a field of a newer version: "shoeSize" is "Shoe size". */
function deriveLabel(name: string): string {
  const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

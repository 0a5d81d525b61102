import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { loadChunk } from '../async/load-chunk.ts';
import { runAfterPress, watchPresses } from '../components/after-press.ts';
import { SmallButton } from '../components/button.tsx';
import { useIsPrinting } from '../components/use-is-printing.ts';
import { formTexts } from '../content/form-texts.ts';
import { checkedValue } from '../form-definitions/common-fields.ts';
import type { Field } from '../form-definitions/form-definition.ts';
import { cleanText } from './clean-text.ts';
import { focusField } from './field-values.ts';
import styles from './form-field.module.css';

/** Pause in typing before announcements, in milliseconds. */
const typingPause = 700;

/** Resolves with undefined if the code does not load. Then there is no suggestion. */
function loadSuggestions() {
  const load = () => import('./did-you-mean.ts');
  return loadChunk('forms/did-you-mean', load).catch(() => undefined);
}

/** A field with its label and messages. Typing re-renders only the field. */
export function FormField({
  field,
  value,
  onNotYou,
  required,
  isFilledIn,
  invalid,
  isMissing,
  errorId,
  error,
}: {
  field: Field;
  value: string;
  required: boolean;
  /** Handles the button "Not you?". If set, the field is read-only. */
  onNotYou?: (() => void) | undefined;
  /** Whether the form has filled in its draft, for which no event fires. */
  isFilledIn: boolean;
  invalid: boolean;
  /** Whether the field was submitted empty, and is still empty. */
  isMissing: boolean;
  errorId: string;
  error: ReactNode;
}) {
  const { name, type, maxLength } = field;
  const label = required ? field.label : `${field.label} ${formTexts.optional}`;
  const id = useId();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The length that the counter shows. The value 0 hides the counter. */
  const [length, setLength] = useState(0);
  const [announcedLength, setAnnouncedLength] = useState(0);
  const [suggestion, setSuggestion] = useState('');
  /** The whole text for paper, because a field prints only what it shows. */
  const printedText = useIsPrinting() ? input.current?.value : '';
  const missingTextId = `${id}-empty`;
  const hasHint = type === 'email' && !onNotYou;

  function readCleanText(): string {
    return cleanText(type, input.current?.value ?? '');
  }

  function updateLength(): number {
    const { length } = readCleanText();
    const shownLength = length >= maxLength * 0.9 ? length : 0;
    setLength(shownLength);
    return shownLength;
  }

  async function updateSuggestion(isTyping: boolean): Promise<void> {
    clearTimeout(timer.current);
    if (!hasHint) return;

    const typed = readCleanText();
    const code = await loadSuggestions();
    runAfterPress(() => {
      // The code may load while the visitor goes on typing.
      if (readCleanText() !== typed) return;
      const email = code?.suggestEmail(typed) ?? '';
      // The visitor may be about to type the rest of the suggested email.
      setSuggestion(isTyping && email.startsWith(typed) ? '' : email);
    });
  }

  function updateAfterPause(announcesLength: boolean) {
    updateLength();
    clearTimeout(timer.current);
    setSuggestion('');
    timer.current = setTimeout(runAfterPress, typingPause, () => {
      const shownLength = updateLength();
      if (announcesLength) setAnnouncedLength(shownLength);
      void updateSuggestion(document.activeElement === input.current);
    });
  }

  function acceptSuggestion() {
    input.current?.focus();
    input.current?.select();
    // The visitor can undo this command, but not an assignment to `value`.
    document.execCommand('insertText', false, suggestion);
  }

  // The length of a stored draft is no news.
  const handleFill = useEffectEvent(() => updateAfterPause(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `isFilledIn` changes
  useEffect(() => {
    watchPresses();
    handleFill();
    return () => clearTimeout(timer.current);
  }, [isFilledIn]);

  useEffect(() => {
    // Loads the code now, because the visitor may be offline later.
    if (hasHint) void loadSuggestions();
  }, [hasHint]);

  // Restores the focus, because the field remounts if another tab remembers an email.
  useLayoutEffect(() => {
    const element = input.current;
    return () => {
      const form = element === document.activeElement && element?.form;
      if (form) queueMicrotask(() => focusField(form, name));
    };
  }, [name]);

  const commonProps = {
    id,
    name,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': isMissing ? missingTextId : undefined,
    // With aria-describedby, screen readers would read the alert twice.
    'aria-errormessage': error ? errorId : undefined,
  };

  const missingTextClass = error ? 'visually-hidden' : styles.empty;
  const messages = (
    <>
      {isMissing && (
        <p id={missingTextId} className={missingTextClass}>
          {type === 'checkbox' ? formTexts.unchecked : formTexts.empty}
        </p>
      )}
      {error}
    </>
  );

  if (type === 'checkbox') {
    return (
      <div className={styles.tick}>
        <input type="checkbox" value={checkedValue} {...commonProps} />
        <label htmlFor={id}>{label}</label>
        {messages}
      </div>
    );
  }

  const textProps = {
    ...commonProps,
    ref: input,
    placeholder: field.placeholder,
    // Emails are written from left to right in every script.
    dir: type === 'email' ? undefined : 'auto',
    readOnly: onNotYou !== undefined,
    defaultValue: value,
    autoComplete: field.autocomplete,
    className: styles.input,
    onInput: () => updateAfterPause(true),
    // No event fires when the values of an edited submission are filled in.
    onFocus: updateLength,
    // Passes `isTyping` as false, because `activeElement` on blur depends on the browser.
    onBlur: () => runAfterPress(() => void updateSuggestion(false)),
  };
  return (
    <div className={styles.field} data-printed={printedText ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      {type === 'multiline' ? (
        <textarea rows={5} {...textProps} />
      ) : (
        <div className={styles.line}>
          <input type={type} {...textProps} />
          {onNotYou && (
            <SmallButton onClick={onNotYou}>
              <span>{formTexts.notYou}</span>
              <span className="visually-hidden" translate="no">
                {` ${value}`}
              </span>
            </SmallButton>
          )}
        </div>
      )}
      {printedText && (
        <p className={styles.printed} translate="no" dir="auto">
          {printedText}
        </p>
      )}
      {messages}
      {length > 0 && (
        <p aria-hidden="true" className={styles.count}>
          {`${length} of ${maxLength} characters`}
        </p>
      )}
      <div aria-live="polite" className="visually-hidden">
        {announcedLength > 0 &&
          formTexts.charactersLeft(maxLength - announcedLength)}
      </div>
      {hasHint && (
        // Screen readers announce changes only in an element that exists already.
        <p aria-live="polite" className={styles.hint}>
          {suggestion && (
            <>
              <span>{formTexts.emailHint.before}</span>
              <button
                type="button"
                translate="no"
                className={styles.suggestion}
                onClick={acceptSuggestion}
              >
                {suggestion}
              </button>
              <span>{formTexts.emailHint.after}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}

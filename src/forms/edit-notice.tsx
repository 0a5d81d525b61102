import { type Location, useNavigate } from 'react-router-dom';
import { SmallButton } from '../components/button.tsx';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { formWords as words } from '../content/form-words.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import { draftOf, dropDraft } from './draft.ts';
import styles from './edit-notice.module.css';
import { historyStateOf } from './history-state.ts';

/** Says that the form edits an unsent message, as long as the outbox has it. */
export function EditNotice({
  form,
  location: { state, ...path },
}: {
  form: FormName;
  /** Of the page that is shown. */
  location: Location;
}) {
  const navigate = useNavigate();
  const outbox = useOutbox();
  const canAnnounce = useElapsed(announcedAfter);
  const { edit } = historyStateOf({ state });
  const isShown = canAnnounce && outbox?.unsent.some(({ id }) => id === edit);
  function cancel() {
    dropDraft(draftOf(form, edit));
    // A new entry of the history starts the form again, which ends the edit.
    navigate(path, { replace: true });
  }
  return (
    <div className={styles.edit}>
      <p aria-live="polite">{isShown && words.editing}</p>
      {isShown && <SmallButton onClick={cancel}>{words.cancel}</SmallButton>}
    </div>
  );
}

import { type Location, useNavigate } from 'react-router-dom';
import { SmallButton } from '../components/button.tsx';
import { announceDelay, useHasElapsed } from '../components/use-has-elapsed.ts';
import { formWords as texts } from '../content/form-words.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import { deleteDraft, draftNameOf } from './draft.ts';
import styles from './edit-notice.module.css';
import { historyStateOf } from './history-state.ts';

type Props = { form: FormName; location: Location };

/** Shows that the form edits an unsent message, while the outbox contains it. */
export function EditNotice({ form, location: { state, ...path } }: Props) {
  const navigate = useNavigate();
  const outbox = useOutbox();
  const canAnnounce = useHasElapsed(announceDelay);
  const { edit } = historyStateOf({ state });
  const isShown = canAnnounce && outbox?.unsent.some(({ id }) => id === edit);
  function cancel() {
    deleteDraft(draftNameOf(form, edit));
    // The new location key remounts the form, which ends the edit.
    navigate(path, { replace: true });
  }
  return (
    <div className={styles.edit}>
      <p aria-live="polite">{isShown && texts.editing}</p>
      {isShown && <SmallButton onClick={cancel}>{texts.cancel}</SmallButton>}
    </div>
  );
}

import { type Location, useNavigate } from 'react-router-dom';
import { announce } from '../components/announce.ts';
import { SmallButton } from '../components/button.tsx';
import { announceDelay, useHasElapsed } from '../components/use-has-elapsed.ts';
import { formTexts } from '../content/form-texts.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { useOutbox } from '../submissions/use-outbox.ts';
import { getDraftName } from './draft-format.ts';
import { drafts } from './drafts.ts';
import styles from './edit-notice.module.css';
import { readState } from './history-state.ts';

type Props = { formName: FormName; location: Location };

function getCanceledText(): string {
  return formTexts.editCanceled;
}

/** Shows that the form edits an unsent submission, while the outbox contains it. */
export function EditNotice({ formName, location: { state, ...path } }: Props) {
  const navigate = useNavigate();
  const outbox = useOutbox();
  const canAnnounce = useHasElapsed(announceDelay);
  const { edit } = readState({ state });
  const isShown = canAnnounce && outbox?.unsent.some(({ id }) => id === edit);
  function endEdit() {
    drafts.remove(getDraftName(formName, edit));
    // The new location key remounts the form, which ends the edit.
    navigate(path, { replace: true });
    announce(getCanceledText);
  }
  return (
    <div className={isShown ? styles.edit : undefined}>
      <p aria-live="polite" data-printed>
        {isShown && formTexts.editing}
      </p>
      {isShown && (
        <SmallButton onClick={endEdit}>{formTexts.cancel}</SmallButton>
      )}
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { unsent as words } from '../content/unsent.ts';
import {
  discard,
  holdForEditing,
  retry,
  type Submission,
} from '../outbox/client.ts';
import { routes } from '../routes.ts';
import styles from './unsent.module.css';
import { UnsentEntry } from './unsent-entry.tsx';

/** What is unsent, and what can be done about each; a modal dialog. */
export function UnsentSheet({
  unsent,
  onClose,
}: {
  unsent: readonly Submission[];
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [told, setTold] = useState('');
  const navigate = useNavigate();
  useEffect(() => dialog.current?.showModal(), []);

  async function retryOne({ id }: Submission) {
    setTold(words.retrying);
    await retry(id);
  }

  async function editOne({ id, form }: Submission) {
    const held = await holdForEditing(id);
    if (!held) return setTold(words.alreadySent);
    dialog.current?.close();
    return navigate(pathOf(form), { state: { edit: id } });
  }

  async function discardOne({ id }: Submission) {
    const outcome = await discard(id);
    setTold(outcome === 'sent' ? words.alreadySent : words.discarded);
  }

  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="unsent-title"
      onClose={onClose}
    >
      <h2 id="unsent-title" className={styles.title}>
        {words.title}
      </h2>
      <p className={styles.lead}>
        {unsent.length > 0 ? words.lead : words.empty}
      </p>
      <ul className={styles.entries}>
        {unsent.map((submission) => (
          <UnsentEntry
            key={submission.id}
            submission={submission}
            onRetry={retryOne}
            onEdit={editOne}
            onDiscard={discardOne}
          />
        ))}
      </ul>
      <p aria-live="polite" className={styles.told}>
        {told}
      </p>
      <form method="dialog">
        <button type="submit" className={styles.action}>
          {words.close}
        </button>
      </form>
    </dialog>
  );
}

/** The form's page; the forms are named like their routes. */
function pathOf(form: string): string {
  return routes.find(({ path }) => path === `/${form}`)?.path ?? '/';
}

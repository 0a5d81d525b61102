import { useEffect, useRef } from 'react';
import { type Edit, outbox, type Submission } from '../submissions/outbox.ts';

/**
 * Holds an unsent submission back while the form edits it. Calls `onLoad` once with the
 * submission. Returns a function that resolves with the submission when it is loaded,
 * or with undefined if the outbox no longer has it. After a failure each call reads
 * again.
 */
export function useEdit(
  id: string | undefined,
  onLoad: (submission: Submission) => void,
): () => Promise<Submission | undefined> {
  const editing = useRef<Editing>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the id begins an edit
  useEffect(() => {
    if (!id) return;
    const current = createEditing(id, onLoad);
    editing.current = current;
    // Begins after StrictMode's extra cleanup, which would end the edit.
    queueMicrotask(() => void current.read().catch(() => undefined));
    return current.end;
  }, [id]);
  return async () => editing.current?.read();
}

type Editing = ReturnType<typeof createEditing>;

function createEditing(id: string, onLoad: (submission: Submission) => void) {
  let isEnded = false;
  let editPromise: Promise<Edit | undefined> | undefined;

  async function load(): Promise<Edit | undefined> {
    const edit = await outbox.edit(id);
    if (edit && !isEnded) onLoad(edit.submission);
    return edit;
  }

  return {
    async read(): Promise<Submission | undefined> {
      if (isEnded) return undefined;
      editPromise ??= load();
      try {
        return (await editPromise)?.submission;
      } catch (error) {
        editPromise = undefined;
        throw error;
      }
    },

    /** Ends the edit, so that the outbox may send the unchanged submission. */
    end(): void {
      isEnded = true;
      editPromise?.then((edit) => edit?.end()).catch(() => undefined);
    },
  };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { beginEdit } from '../outbox/editing.ts';
import type { Values } from './validate.ts';

/** The words that are edited, 'gone' with their message, or not to be read. */
export type Beginning = Values | 'gone' | 'unread';

/**
 * Edits an unsent message: it is held back while the form is open, and sent after
 * all where nothing replaces it. Calls `onBegin` with the words once it is held.
 */
export function useEditing(
  id: string | undefined,
  onBegin: (words: Values) => void,
) {
  const [tries, setTries] = useState(0);
  const beginning = useRef<Promise<Beginning>>(undefined);
  const begin = useEffectEvent(onBegin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried anew
  useEffect(() => {
    if (!id) return;
    let current = true;
    const edit = beginEdit(id);
    beginning.current = edit.then(
      (found) => {
        if (!found) return 'gone';
        const { values } = found.submission;
        if (current) begin(values);
        return values;
      },
      () => 'unread' as const,
    );
    return () => {
      current = false;
      edit.then((found) => found?.end()).catch(() => undefined);
    };
  }, [id, tries]);
  /** Resolves once the edit has begun or failed; then it is tried anew. */
  return async (): Promise<Beginning | undefined> => {
    const words = await beginning.current;
    if (words === 'unread') setTries(tries + 1);
    return words;
  };
}

import type { ChunkFailure } from '../async/script-files.ts';
import { reload } from '../boot/show-failure.ts';
import { SmallButton } from '../components/button.tsx';
import { chunkFailureTexts } from '../content/failures.ts';
import styles from './chunk-error.module.css';

type Props = { failure: ChunkFailure; onRetry: () => void };

export function ChunkError({ failure: { kind, address }, onRetry }: Props) {
  return (
    <section className={styles.failed} role="alert">
      <h1>{chunkFailureTexts.title}</h1>
      <p>
        <span>{kind}</span>: <code>{address}</code>
      </p>
      <p className="actions">
        <SmallButton onClick={onRetry}>{chunkFailureTexts.retry}</SmallButton>
        <SmallButton onClick={reload}>{chunkFailureTexts.reload}</SmallButton>
      </p>
    </section>
  );
}

import { Component, type ReactNode } from 'react';
import { ChunkFailure } from '../async/load-chunk.ts';
import { reload } from '../boot/reload.ts';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { chunkFailure as words } from '../content/failures.ts';
import styles from './chunk-error.module.css';
import { retryPage } from './load-page.ts';

interface Props {
  page: string;
  children: ReactNode;
}

/** Says in the page's place that its code could not be loaded, and retries. */
export class ChunkErrorBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  retry = async () => {
    try {
      await retryPage(this.props.page);
      this.setState({ error: undefined }, focusHeading);
    } catch (error) {
      this.setState({ error });
    }
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof ChunkFailure)) throw error;
    return <Failed failure={error} onRetry={this.retry} />;
  }
}

export function Failed({
  failure: { kind, address },
  onRetry,
}: {
  failure: ChunkFailure;
  onRetry: () => void;
}) {
  return (
    <section className={styles.failed} role="alert">
      <h1>{words.title}</h1>
      <p>
        {words.kinds[kind]}: <code>{address}</code>
      </p>
      <p className="actions">
        <SmallButton onClick={onRetry}>{words.retry}</SmallButton>
        <SmallButton onClick={reload}>{words.reload}</SmallButton>
      </p>
    </section>
  );
}

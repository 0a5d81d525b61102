import { useSyncExternalStore } from 'react';
import { ButtonLink } from '../components/button.tsx';
import { Collar } from '../components/collar.tsx';
import { notFoundTexts } from '../content/not-found.ts';
import styles from './not-found.module.css';

export function Page() {
  const { heading, text, unchecked, home, scene } = notFoundTexts;
  const isUrlUnverified = useSyncExternalStore(
    checkWhenOnline,
    isUrlUnchecked,
    () => false,
  );
  return (
    <section className={styles.place}>
      <div className={styles.rail}>
        {scene.map(({ garment, label }) => (
          <Collar key={garment} column={garment} first>
            <p className={styles.label} translate="no">
              {label}
            </p>
          </Collar>
        ))}
      </div>
      <h1 className={styles.heading}>{heading}</h1>
      <p className="lead">{text}</p>
      {isUrlUnverified && <p className="lead">{unchecked}</p>}
      <p>
        <ButtonLink {...home} />
      </p>
    </section>
  );
}

/** Whether the worker has answered with this page because the server was unreachable. */
function isUrlUnchecked(): boolean {
  return 'unchecked' in document.documentElement.dataset;
}

/** Whether a client-side navigation has left this page. */
let hasLeft = false;

/** Requests the address again when the browser goes online, or on a return to the page. */
function checkWhenOnline(notify: () => void): () => void {
  const checkAddress = async () => {
    if (!isUrlUnchecked()) return;
    const response = await fetch(location.href).catch(() => undefined);
    if (!response) return;
    if (response.status !== 404) location.reload();
    delete document.documentElement.dataset.unchecked;
    notify();
  };
  addEventListener('online', checkAddress);
  if (hasLeft && navigator.onLine) void checkAddress();
  return () => {
    hasLeft = true;
    removeEventListener('online', checkAddress);
  };
}

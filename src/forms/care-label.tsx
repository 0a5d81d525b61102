import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { createStore } from '../async/signal.ts';
import { WovenLabel } from '../components/woven-label.tsx';
import { careLabelTexts } from '../content/care-label.ts';

type Counts = ComponentType<{ setValues: (lines: string) => void }>;

/** The component that counts. Undefined until its chunk has loaded. */
export const careLabelCounts = createStore<Counts | undefined>(undefined);

/** Renders empty values until the component that counts them has loaded. */
export function CareLabel() {
  // One line per value, because an unchanged text does not render again.
  const [lines, setLines] = useState('');
  const Counts = useSyncExternalStore(
    careLabelCounts.subscribe,
    careLabelCounts.get,
    () => undefined,
  );
  return (
    <WovenLabel {...careLabelTexts} values={lines.split('\n')}>
      {Counts && <Counts setValues={setLines} />}
    </WovenLabel>
  );
}

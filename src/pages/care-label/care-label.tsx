import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { createStore } from '../../async/signal.ts';
import { WovenLabel } from '../../components/woven-label.tsx';
import { careLabelTexts } from '../../content/care-label.ts';

export type CountsProps = { setValues: (lines: string) => void };
type CountsComponent = ComponentType<CountsProps> | undefined;

/** The component that counts. Undefined until its chunk has loaded. */
export const countsComponentStore = createStore<CountsComponent>(undefined);

/** Renders empty values until the component that counts them has loaded. */
export function CareLabel() {
  // A string with a line per value, because an equal string causes no new render.
  const [lines, setLines] = useState('');
  const { subscribe, get } = countsComponentStore;
  const CountsView = useSyncExternalStore(subscribe, get, () => undefined);
  return (
    <WovenLabel {...careLabelTexts} values={lines.split('\n')}>
      {CountsView && <CountsView setValues={setLines} />}
    </WovenLabel>
  );
}

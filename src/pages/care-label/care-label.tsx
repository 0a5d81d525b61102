import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { createStore } from '../../async/signal.ts';
import { WovenLabel } from '../../components/woven-label.tsx';
import { careLabelTexts } from '../../content/care-label.ts';

export interface CountsProps {
  setValues: (values: readonly string[]) => void;
}
type CountsComponent = ComponentType<CountsProps> | undefined;

/** The component that counts. Undefined until its chunk has loaded. */
export const countsComponentStore = createStore<CountsComponent>(undefined);

/** Renders empty values until the component that counts them has loaded. */
export function CareLabel({ className }: { className: string | undefined }) {
  const [values, setValues] = useState<readonly string[]>([]);
  const { subscribe, get } = countsComponentStore;
  const CountsView = useSyncExternalStore(subscribe, get, () => undefined);
  return (
    <WovenLabel {...careLabelTexts} values={values} className={className}>
      {CountsView && <CountsView setValues={setValues} />}
    </WovenLabel>
  );
}

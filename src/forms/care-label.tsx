import { type ComponentType, useSyncExternalStore } from 'react';
import { createStore } from '../async/signal.ts';
import { WovenLabel } from '../components/woven-label.tsx';
import { careLabelTexts } from '../content/care-label.ts';

/** The component that counts. Undefined until its chunk has loaded. */
export const careLabelStore = createStore<ComponentType | undefined>(undefined);

/** Renders empty values until the component that counts them has loaded. */
export function CareLabel() {
  const Label = useSyncExternalStore(
    careLabelStore.subscribe,
    careLabelStore.get,
    () => undefined,
  );
  return Label ? <Label /> : <WovenLabel {...careLabelTexts} />;
}

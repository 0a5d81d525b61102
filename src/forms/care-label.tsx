import { type ComponentType, useSyncExternalStore } from 'react';
import { createSignal } from '../async/signal.ts';
import { WovenLabel } from '../components/woven-label.tsx';
import { careLabel } from '../content/care-label.ts';

/** Undefined until the chunk of notices has loaded. */
let CountedCareLabel: ComponentType | undefined;
const { subscribe, notify } = createSignal();

export function provideCareLabel(component: ComponentType): void {
  CountedCareLabel = component;
  notify();
}

/** Renders empty values until the component that counts them has loaded. */
export function CareLabel() {
  const Label = useSyncExternalStore(
    subscribe,
    () => CountedCareLabel,
    () => undefined,
  );
  return Label ? <Label /> : <WovenLabel {...careLabel} />;
}

import { type ComponentType, useSyncExternalStore } from 'react';
import { createSignal } from '../async/signal.ts';
import { WovenLabel } from '../components/woven-label.tsx';
import { careLabel } from '../content/care-label.ts';

/** Undefined until the code that loads on an idle page provides it. */
let Counted: ComponentType | undefined;
const { subscribe, notify } = createSignal();

export function provideCountedLabel(component: ComponentType): void {
  Counted = component;
  notify();
}

/** The care label of a page; its values are empty until they are counted. */
export function CareLabel() {
  const Label = useSyncExternalStore(
    subscribe,
    () => Counted,
    () => undefined,
  );
  return Label ? <Label /> : <WovenLabel {...careLabel} />;
}

import { type ComponentType, useSyncExternalStore } from 'react';
import { WovenLabel } from '../components/woven-label.tsx';
import { careLabel } from '../content/care-label.ts';

/** Undefined until the code that loads on an idle page provides it. */
let Counted: ComponentType | undefined;
const provided = 'pear-care-label';

export function provideCountedLabel(component: ComponentType): void {
  Counted = component;
  dispatchEvent(new Event(provided));
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

function subscribe(listener: () => void): () => void {
  addEventListener(provided, listener);
  return () => removeEventListener(provided, listener);
}

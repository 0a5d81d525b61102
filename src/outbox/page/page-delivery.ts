import { createDelivery, type Send } from '../delivery.ts';
import { createDirectSend } from './direct-send.ts';
import type { PageParts } from './page-parts.ts';

export type PageDelivery = ReturnType<typeof createPageDelivery>;

/** Sends what is due, as a worker does, and what the disk could not store. */
export function createPageDelivery(parts: PageParts, send: Send) {
  const delivery = createDelivery(parts, send);
  const sendDirectly = createDirectSend(parts, delivery);
  return { deliver: delivery.deliver, sendDirectly };
}

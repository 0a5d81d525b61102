import { browserPlatform, type Platform } from '../platform.ts';

/** What a page's outbox uses of a browser. A test passes its own. */
export interface PagePlatform extends Platform {
  getWindow(): PageWindow;
}

export interface PageWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
  navigator: Navigator;
}

export const browserPagePlatform: PagePlatform = {
  ...browserPlatform,
  // Read only in a browser, because this module is also loaded to prerender pages.
  getWindow: () => window,
};

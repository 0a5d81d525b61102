/**
 * Counts the listeners on objects that outlive a page's content, the observers and
 * the intervals that are active. Runs in the page, before its scripts.
 */
export function countSubscriptions(): void {
  const counts = new Map<string, number>();
  const add = (name: string, change: number) =>
    counts.set(name, (counts.get(name) ?? 0) + change);

  const listeners = new WeakMap<EventTarget, Map<string, Set<unknown>>>();
  const isTransient = (target: EventTarget) =>
    target instanceof Element && !target.matches('html, body, #root');

  const { addEventListener, removeEventListener } = EventTarget.prototype;

  const findListeners = (
    target: EventTarget,
    type: string,
    options: unknown,
  ) => {
    const isCapture =
      typeof options === 'object'
        ? Boolean(Object(options).capture)
        : Boolean(options);

    const key = `${target.constructor.name} ${type}${isCapture ? ' capture' : ''}`;
    const byType = listeners.get(target) ?? new Map<string, Set<unknown>>();
    listeners.set(target, byType);

    const list = byType.get(key) ?? new Set<unknown>();
    byType.set(key, list);

    return { key, list };
  };

  EventTarget.prototype.addEventListener = function (
    this: EventTarget | undefined,
    ...[type, listener, options]: Parameters<typeof addEventListener>
  ) {
    const target = this ?? window;
    addEventListener.call(target, type, listener, options);

    if (!listener || isTransient(target)) return;
    const { key, list } = findListeners(target, type, options);
    if (list.has(listener)) return;
    list.add(listener);
    add(key, 1);

    const forget = () => {
      if (list.delete(listener)) add(key, -1);
    };

    const { once, signal } = Object(options);
    if (once) addEventListener.call(target, type, forget, { once });
    (signal as AbortSignal | undefined)?.addEventListener('abort', forget);
  };

  EventTarget.prototype.removeEventListener = function (
    this: EventTarget | undefined,
    ...[type, listener, options]: Parameters<typeof removeEventListener>
  ) {
    const target = this ?? window;
    removeEventListener.call(target, type, listener, options);

    const { key, list } = findListeners(target, type, options);
    if (list.delete(listener)) add(key, -1);
  };

  const globals = window as unknown as Record<string, { prototype: unknown }>;
  const observerNames = [
    'MutationObserver',
    'IntersectionObserver',
    'ResizeObserver',
    'PerformanceObserver',
  ];
  for (const name of observerNames) {
    const prototype = globals[name]?.prototype as MutationObserver;
    const { observe, disconnect } = prototype;

    const active = new Set<unknown>();
    prototype.observe = function (...args) {
      if (!active.has(this)) add(name, 1);
      active.add(this);
      observe.apply(this, args);
    };
    prototype.disconnect = function () {
      if (active.delete(this)) add(name, -1);
      disconnect.call(this);
    };
  }

  const { setInterval, clearInterval } = window;
  const intervals = new Set<unknown>();
  Object.assign(window, {
    setInterval: (...args: Parameters<typeof setInterval>) => {
      const id = setInterval(...args);
      intervals.add(id);
      add('interval', 1);
      return id;
    },
    clearInterval: (id: number) => {
      if (intervals.delete(id)) add('interval', -1);
      clearInterval(id);
    },
  });

  Object.assign(window, {
    readSubscriptions: () => {
      const active = [...counts].filter(([, count]) => count > 0);
      return Object.fromEntries(active.sort());
    },
  });
}

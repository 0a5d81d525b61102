/** Mutants of Stryker's that change nothing anybody could notice. */
export const equivalents: ReadonlySet<string> = new Set([
  // No edit has the id `undefined`, and IndexedDB removes nothing by that key.
  'src/outbox/client.ts ConditionalExpression: replaces -> true',
  // Each turn is answered at most once.
  'src/outbox/status.ts EqualityOperator: turn < answered -> turn <= answered',
  // Without a worker each of these throws, and the catch says the same.
  'src/outbox/triggers.ts OptionalChaining: navigator.serviceWorker?.getRegistration -> navigator.serviceWorker.getRegistration',
  'src/outbox/triggers.ts OptionalChaining: navigator.serviceWorker?.ready -> navigator.serviceWorker.ready',
  'src/outbox/triggers.ts OptionalChaining: registration?.active -> registration.active',
  'src/outbox/triggers.ts OptionalChaining: registration?.sync?.register -> registration?.sync.register',
  'src/outbox/triggers.ts OptionalChaining: registration?.sync -> registration.sync',
  // A function without a return gives undefined.
  'src/outbox/triggers.ts BlockStatement: { return undefined; } -> {}',
]);

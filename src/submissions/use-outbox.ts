export {
  getOutbox,
  type Outbox,
  subscribeToOutbox,
  useOutbox,
  useStatus,
  useUnsent,
} from '../outbox/use-outbox.ts';

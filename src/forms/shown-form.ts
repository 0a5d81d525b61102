import { createStore } from '../async/signal.ts';
import type { Values } from '../form-definitions/form-definition.ts';
import type { Status } from '../submissions/outbox.ts';
import type { FormProblem } from './validate.ts';

/** What a form, or the thank-you in its place, shows. */
export interface ShownForm {
  view: 'form' | 'thanks';
  values: Values;
  /** What its sentence says: an error, or what has become of the submission. */
  statement: 'none' | FormProblem['kind'] | Status;
}

export type ShownFormStore = ReturnType<typeof createShownFormStore>;

/** Creates a store that the form writes when it has rendered, for pictures beside it. */
export function createShownFormStore() {
  return createStore<ShownForm>({
    view: 'form',
    values: {},
    statement: 'none',
  });
}

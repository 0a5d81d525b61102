export interface SubmitResult {
  id: string;
  /** 'queued': stored, perhaps delivered already. 'sent': the disk has failed. */
  status: 'queued' | 'sent';
  /** The moment of this page at which it was stored or sent. Only its order counts. */
  submitMoment: number;
}

/**
 * The text is neither stored nor sent. The code is 'conflict' if the submission to replace
 * was sent or deleted, or if another text has the id; 'no-code' if the code that delivers
 * does not load; 'not-sent' if `send` has thrown; otherwise the error of `send`'s outcome.
 */
export class SubmitError extends Error {
  override readonly name = 'SubmitError';
  readonly id: string;
  readonly code: string;

  constructor(id: string, code: string) {
    super(`${id} was neither saved nor sent: ${code}`);
    this.id = id;
    this.code = code;
  }
}

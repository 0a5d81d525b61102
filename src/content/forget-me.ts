/** The kinds of visitor data that this device stores, or that were just deleted. */
export interface UserData {
  email: boolean;
  typed: boolean;
  /** Whether the visitor has consented to analytics. */
  counted: boolean;
  unsent: number;
  receipts: number;
}

export const forgetMe = {
  /** Returns the names of the data as one text, or '' if there is no data. */
  list: listOf,
  button: 'Forget me on this device',
  confirm: (data: UserData) => `This removes ${listOf(data)} from this device.`,
  unsentToo: 'What is unsent will not reach us.',
  yes: 'Yes, forget me',
  keep: 'Keep everything',
  wait: 'One moment.',
  nothing: 'There is nothing to forget.',
  removed: (data: UserData) => `Removed from this device: ${listOf(data)}.`,
  onItsWay: 'A message that was on its way already may still arrive.',
  unreachable:
    'The messages kept on this device could not be reached. Please try again.',
};

function listOf({ email, typed, counted, unsent, receipts }: UserData): string {
  const messages = unsent === 1 ? '1 message' : `${unsent} messages`;
  const items = [
    email ? 'your email' : '',
    typed ? 'what you have typed' : '',
    counted ? 'your yes to counting visits' : '',
    unsent > 0 ? `${messages} not sent yet` : '',
    receipts > 0 ? 'the notes of what was sent' : '',
  ].filter(Boolean);
  return items.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** The kinds of visitor data that this device stores, or that were just deleted. */
export interface UserData {
  email: boolean;
  typed: boolean;
  /** Whether the visitor has consented to analytics. */
  hasConsented: boolean;
  unsent: number;
  receipts: number;
  /** The number of submissions that were discarded, replaced or submitted twice. */
  tombstones: number;
}

export const forgetMeTexts = {
  /** Returns a phrase such as "your email and 1 unsent message", or '' if there is no data. */
  describe: listData,
  button: 'Forget me on this device',
  confirm: (data: UserData) =>
    `This removes from this device: ${listData(data)}.`,
  unsentToo: 'Unsent messages will not reach us.',
  yes: 'Yes, forget me',
  keep: 'Keep everything',
  wait: 'One moment.',
  nothing: 'There is nothing to forget.',
  removed: (data: UserData) => `Removed from this device: ${listData(data)}.`,
  onItsWay: 'A message that is already on its way may still arrive.',
  unreachable:
    'The messages kept on this device could not be opened. Please try again.',
};

function listData(data: UserData): string {
  const messages = data.unsent === 1 ? 'message' : 'messages';
  const items = [
    data.email ? 'your email' : '',
    data.typed ? 'what you have typed' : '',
    data.hasConsented ? 'your consent to count visits' : '',
    data.unsent > 0 ? `${data.unsent} unsent ${messages}` : '',
    getNotes(data),
  ].filter(Boolean);
  return items.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

function getNotes({ receipts, tombstones }: UserData): string {
  if (receipts > 0) return 'the notes of what was sent';
  return tombstones > 0 ? 'the notes of what was discarded' : '';
}

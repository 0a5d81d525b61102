/** A script before the site's own, with a disk that `setDisk` can break. */
export const breakableDisk = `{
  self.disk = 'sound';
  addEventListener('message', ({ data }) => {
    if (data?.type === 'disk') self.disk = data.disk;
  });
  const fail = (name) => {
    throw new DOMException('As the test has it', name);
  };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    if (self.disk === 'full') fail('QuotaExceededError');
    const request = put.apply(this, given);
    const { transaction } = this;
    if (self.disk === 'aborting')
      request.addEventListener('success', () => transaction.abort());
    return request;
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    return self.disk === 'closed' ? fail('UnknownError') : open.apply(this, given);
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    if (self.disk === 'closed') fail('InvalidStateError');
    return transaction.apply(this, given);
  };
}`;

/** A script before the site's own: a disk for its outbox that can be broken. */
export const breakableDisk = `{
  self.disk = 'sound';
  addEventListener('message', ({ data }) => {
    if (data?.type === 'disk') self.disk = data.disk;
  });
  const is = (disk, database) => self.disk === disk && database === 'pear';
  const fail = (name) => {
    throw new DOMException('As the test has it', name);
  };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const { transaction } = this;
    if (is('full', transaction.db.name)) fail('QuotaExceededError');
    const request = put.apply(this, given);
    if (is('aborting', transaction.db.name))
      request.addEventListener('success', () => transaction.abort());
    return request;
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    if (is('closed', given[0])) fail('UnknownError');
    return open.apply(this, given);
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    if (is('closed', this.name)) fail('InvalidStateError');
    return transaction.apply(this, given);
  };
}`;

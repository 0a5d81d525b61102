import type { Edit } from '../../src/outbox/editing.ts';
import { createDevice } from './device.ts';
import { createLedger } from './ledger.ts';
import type { Process } from './process.ts';
import type { Action, Schedule } from './schedule.ts';
import { createServer, type Fate, type Request } from './server.ts';

/** Lives through a schedule, then lets all recover; gives what was wrong. */
export async function live({ actions, fates, pauses, expiries }: Schedule) {
  let pausesMade = 0;
  async function pause() {
    pausesMade += 1;
    const turns = pauses[pausesMade % pauses.length] ?? 0;
    for (let n = 0; n < turns; n += 1) await new Promise(setImmediate);
  }
  const server = createServer([...fates], pause);
  server.observe = judge;
  const ledger = createLedger(server);
  const { claim, release } = ledger;
  const device = createDevice(server.respond);
  const { look } = device;
  await device.open();
  device.timers.plan(expiries);
  const started: Process[] = [];
  const processes = new Map<number, Process>();
  /** All that visitors have seen or been thanked for. */
  const seen = new Set<string>();
  /** What is being edited for sure, and by whom. */
  const editors = new Map<string, Process>();
  const edits = new Map<Process, Edit[]>();
  /** What was refused, and has met no answer since, and why. */
  const refused = new Map<string, string | undefined>();
  /** What may end an edit or a refusal: under way, and ever begun. */
  const interventions = { underWay: 0, begun: 0 };
  /** What may send again what was refused. */
  let retries = 0;
  const submits = new Set<{ process: Process }>();

  const lockOf = (id: string) => `pear-outbox-${id}`;
  /** If so, the process that lost the lock goes on beside the thief. */
  const isStolen = (id: string) => device.locks.stolen.has(lockOf(id));

  /** A process without the lock: it lost the lock, or sends what it cannot store. */
  function isLockless(id: string, process: Process) {
    if (device.locks.overtakenOf(lockOf(id)).has(process)) return true;
    const isSubmitting = [...submits].some((one) => one.process === process);
    return isSubmitting && process.hasBeenLate();
  }

  /** Who sends a message now and has its lock. */
  const sending = (id: string) =>
    server.sending(id).filter(({ sender }) => !isLockless(id, sender));

  /** The visitor was told that it will not be sent. */
  function withdraw(id: string) {
    if (isStolen(id)) return release(id);
    claim(sending(id).length === 0, `${id} was removed while it was sent`);
    ledger.withdraw(id);
  }

  /** A request whose sender lives, waits for it and has the lock. */
  async function judge(request: Request, fate: Fate) {
    const { id, sender } = request;
    const mayRetry = retries > 0;
    const isCalm = interventions.underWay === 0;
    const { submissions } = await look();
    const isWaiting = sender.isAlive() && request.isAwaited;
    if (!isWaiting || isLockless(id, sender)) return;
    claim(sending(id).length === 1, `${id} was sent twice at once`);
    claim(!editors.get(id)?.isAlive(), `${id} was sent while it was edited`);
    const found = submissions.find((one) => one.id === id);
    if (found?.state !== 'failed' || isStolen(id)) return;
    claim(mayRetry, `${id} was refused and is sent again without a reason`);
    const isAnswered = fate === 'stored' || fate === 'refused';
    if (isCalm && !isAnswered) refused.set(id, found.error);
  }

  async function intervening<T>(work: () => Promise<T>): Promise<T> {
    interventions.begun += 1;
    interventions.underWay += 1;
    refused.clear();
    const result = await work();
    interventions.underWay -= 1;
    return result;
  }

  async function retrying<T>(work: () => Promise<T>): Promise<T> {
    retries += 1;
    const result = await work();
    retries -= 1;
    return result;
  }

  async function submit(process: Process, number: number, replaces?: string) {
    const id = `id-${ledger.written.size + 1}`;
    const words = `words ${number}`;
    const removals = ledger.removals();
    ledger.written.set(id, words);
    const before = await look();
    const isThere = before.submissions.some((one) => one.id === replaces);
    const own = { process };
    submits.add(own);
    const work = process.code
      .submit('careers', { message: words }, { id, replaces })
      .catch(() => ({ id: undefined, status: undefined }));
    const outcome = await process.outcomeOf(work);
    submits.delete(own);
    const isLate = process.hasBeenLate();
    if (typeof outcome === 'string' || (isLate && !outcome.id)) {
      if (replaces) ledger.mayReplace(replaces, words);
    } else if (outcome.id === undefined) {
      const { submissions } = await look();
      const waits = submissions.some((one) => one.id === replaces);
      claim(Boolean(replaces) && !waits, `${id} was not kept`);
      withdraw(id);
    } else {
      const known = outcome.id;
      claim(ledger.written.get(known) === words, `${known} has other words`);
      const mayBeNew = !replaces || isThere || isLate;
      claim(mayBeNew || known !== id, `${id} was kept for what had gone`);
      ledger.keep(known, removals);
      seen.add(known);
      if (outcome.status === 'sent') ledger.forgetReceipt(known);
      if (!replaces || !isThere || known === replaces) return;
      const { submissions } = await look();
      // The edit lock holds back what could not be removed.
      const isLeft = submissions.some((one) => one.id === replaces);
      if (isLate && isLeft) release(replaces);
      else withdraw(replaces);
    }
  }

  async function beginEdit(process: Process, id: string) {
    const { begun, underWay } = interventions;
    const edit = await intervening(() =>
      process.outcomeOf(process.code.beginEdit(id)),
    );
    if (!edit || edit === 'died' || edit === 'late') return;
    edits.set(process, [...(edits.get(process) ?? []), edit]);
    const isAlone = underWay === 0 && interventions.begun === begun + 1;
    if (!isAlone || isStolen(id)) return;
    editors.set(id, process);
    const isSent = sending(id).length > 0;
    claim(!isSent, `the edit of ${id} began while it was sent`);
  }

  async function act(action: Action, process: Process) {
    const { code, outcomeOf } = process;
    for (const { id } of (await look()).submissions) seen.add(id);
    // One that has gone, or none at all, may be chosen too.
    const which = action.which % Math.max(seen.size, 1);
    const id = [...seen].at(-1 - which) ?? 'none';
    switch (action.kind) {
      case 'submit':
        editors.clear();
        return intervening(() => submit(process, action.words));
      case 'submit edit':
        editors.clear();
        return intervening(() =>
          ledger.removing([id], () => submit(process, action.words, id)),
        );
      case 'begin edit':
        editors.delete(id);
        return beginEdit(process, id);
      case 'end edit': {
        editors.clear();
        const ending = edits.get(process) ?? [];
        edits.delete(process);
        return intervening(async () => {
          for (const edit of ending) await outcomeOf(edit.end());
        });
      }
      case 'discard': {
        const outcome = await ledger.removing([id], () =>
          outcomeOf(code.discard(id)),
        );
        if (outcome === 'died' || outcome === 'late') release(id);
        if (outcome === 'discarded') {
          withdraw(id);
          const { receipts } = await look();
          const isSent = receipts.includes(id) && !isStolen(id);
          claim(!isSent, `${id} was sent, not discarded`);
        }
        claim(outcome !== 'sent' || server.stored.has(id), `${id} is not sent`);
        return;
      }
      case 'retry':
        editors.delete(id);
        return intervening(() => retrying(() => outcomeOf(code.retry(id))));
      case 'forget': {
        const ids = (await look()).submissions.map((one) => one.id);
        const outcome = await ledger.removing(ids, () =>
          outcomeOf(code.emptyOutbox(ids)),
        );
        ledger.forgetReceipts();
        for (const id of ids) {
          if (outcome === 'died' || outcome === 'late') release(id);
          else withdraw(id);
        }
        return;
      }
      case 'deliver': {
        const { ignoreBackoff, retryFailed } = action;
        const deliver = () =>
          outcomeOf(code.deliver({ ignoreBackoff, retryFailed }));
        return retryFailed ? retrying(deliver) : deliver();
      }
      case 'close':
        return process.kill();
      case 'freeze':
        return process.freeze();
      case 'lose the handle':
        return process.loseHandle();
      case 'set the clock':
        device.now += action.by;
    }
  }

  let isOver = false;
  void device.timers.passUntil(() => isOver);
  const acting: Promise<unknown>[] = [];
  for (const action of actions) {
    let process = processes.get(action.where);
    if (!process?.isAlive()) process = device.start();
    started.push(process);
    processes.set(action.where, process);
    if (action.killAt) process.killAt(action.killAt);
    acting.push(act(action, process));
    await (action.isAwaited ? acting.at(-1) : pause());
    const { submissions } = await look();
    for (const { id, error } of submissions) {
      const isStolen = device.locks.stolen.has(lockOf(id));
      const isSame = !refused.has(id) || isStolen || refused.get(id) === error;
      claim(isSame, `${id} was refused, met no answer, and is now: ${error}`);
    }
  }
  await Promise.all(acting);
  isOver = true;
  device.timers.plan([]);
  for (const process of started) process.kill();
  server.heal();
  while (server.underWay.size > 0) await new Promise(setImmediate);
  const last = device.start();
  // Whatever the clock did, nothing waits for longer.
  device.now += 5 * 60 * 1000;
  await retrying(() => last.code.deliver({ retryFailed: true }));
  ledger.close(await look());
  last.kill();
  return ledger.wrong;
}

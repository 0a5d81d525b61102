import type { Edit } from '../../src/outbox/editing.ts';
import { createDevice } from './device.ts';
import { createExpectations } from './expectations.ts';
import type { Process } from './process.ts';
import type { Action, Schedule } from './schedule.ts';
import { createServer, type Fate, type Request } from './server.ts';

type Counter = Record<'active' | 'begun', number>;

/** Runs a schedule and a last delivery, and returns the failed expectations. */
export async function runSchedule(schedule: Schedule): Promise<string[]> {
  const { actions, fates, pauses, expiries } = schedule;
  const server = createServer([...fates], pauses);
  server.observe = checkRequest;
  const expectations = createExpectations(server);
  const { claim, release } = expectations;
  const device = createDevice(server.respond);
  const { snapshot } = device;
  await device.open();
  device.timers.plan(expiries);
  const startedProcesses: Process[] = [];
  const processes = new Map<number, Process>();
  /** The ids of messages that were listed as unsent or accepted by a submit. */
  const seen = new Set<string>();
  /** Processes that certainly hold the edit lock of a message, by its id. */
  const editors = new Map<string, Process>();
  const edits = new Map<Process, Edit[]>();
  /** The errors that must stay on refused messages after a transient failure. */
  const refused = new Map<string, string | undefined>();
  /** Counts actions that may end an edit or requeue a refused message. */
  const interventions: Counter = { active: 0, begun: 0 };
  const retries: Counter = { active: 0, begun: 0 };
  const submits = new Set<{ process: Process }>();

  const lockOf = (id: string) => `pear-outbox-${id}`;
  /** Whether the lock was ever stolen, so two processes may act at once. */
  const isStolen = (id: string) => device.locks.stolenNames.has(lockOf(id));

  /** Whether the lock was stolen from a process, or it sends without storing. */
  function hasNoLock(id: string, process: Process) {
    if (device.locks.robbedOwners(lockOf(id)).has(process)) return true;
    const isSubmitting = [...submits].some((own) => own.process === process);
    return isSubmitting && process.isLate;
  }

  /** Returns active requests for a message whose senders hold its lock. */
  const requestsFor = (id: string) =>
    server.sending(id).filter(({ sender }) => !hasNoLock(id, sender));

  /** Records that the site has reported a message as not sent. */
  function withdraw(id: string) {
    if (isStolen(id)) return release(id);
    claim(requestsFor(id).length === 0, `${id} was removed while it was sent`);
    expectations.withdraw(id);
  }

  /** Checks a new request, if its sender holds the lock and awaits the answer. */
  async function checkRequest(request: Request, fate: Fate) {
    const { id, sender } = request;
    const mayRetry = retries.active > 0;
    const isUndisturbed = interventions.active === 0;
    const { submissions } = await snapshot();
    const isWaiting = sender.isAlive && request.isAwaited;
    if (!isWaiting || hasNoLock(id, sender)) return;
    claim(requestsFor(id).length === 1, `${id} was sent twice at once`);
    claim(!editors.get(id)?.isAlive, `${id} was sent while it was edited`);
    const found = submissions.find((submission) => submission.id === id);
    if (found?.state !== 'failed' || isStolen(id)) return;
    claim(mayRetry, `${id} was refused and is sent again without a reason`);
    const isAnswered = fate === 'stored' || fate === 'refused';
    if (isUndisturbed && !isAnswered) refused.set(id, found.error);
  }

  async function countWhile<T>(counter: Counter, work: () => Promise<T>) {
    counter.begun += 1;
    counter.active += 1;
    const result = await work();
    counter.active -= 1;
    return result;
  }
  function runIntervention<T>(work: () => Promise<T>): Promise<T> {
    refused.clear();
    return countWhile(interventions, work);
  }
  const runRetry = <T>(work: () => Promise<T>) => countWhile(retries, work);

  async function isStored(id?: string): Promise<boolean> {
    const { submissions } = await snapshot();
    return submissions.some((submission) => submission.id === id);
  }

  async function submit(process: Process, number: number, replaces?: string) {
    const id = `id-${expectations.written.size + 1}`;
    const text = `text ${number}`;
    const removals = expectations.endedRemovals();
    expectations.written.set(id, text);
    const wasStored = await isStored(replaces);
    const submitting = { process };
    submits.add(submitting);
    const work = process.code
      .submit('careers', { message: text }, { id, replaces })
      .catch(() => ({ id: undefined, status: undefined }));
    const outcome = await process.outcomeOf(work);
    submits.delete(submitting);
    const isLate = process.isLate;
    if (typeof outcome === 'string' || (isLate && !outcome.id)) {
      if (replaces) expectations.mayReplace(replaces, text);
      return;
    }
    if (outcome.id === undefined) {
      const isConflict = replaces && !(await isStored(replaces));
      claim(Boolean(isConflict), `${id} was not accepted`);
      withdraw(id);
      return;
    }
    const accepted = outcome.id;
    const acceptedText = expectations.written.get(accepted);
    claim(acceptedText === text, `${accepted} has another text`);
    const mayBeNew = !replaces || wasStored || isLate;
    claim(mayBeNew || accepted !== id, `${id} replaced a sent message`);
    expectations.accept(accepted, removals);
    seen.add(accepted);
    if (outcome.status === 'sent') expectations.expectNoReceipt(accepted);
    if (!replaces || !wasStored || accepted === replaces) return;
    // After a time limit the old message may remain, and may still be sent.
    if (isLate && (await isStored(replaces))) release(replaces);
    else withdraw(replaces);
  }

  async function beginEdit(process: Process, id: string) {
    const { begun, active } = interventions;
    const edit = await runIntervention(() =>
      process.outcomeOf(process.code.beginEdit(id)),
    );
    if (!edit || edit === 'died' || edit === 'late') return;
    edits.set(process, [...(edits.get(process) ?? []), edit]);
    const isUndisturbed = active === 0 && interventions.begun === begun + 1;
    if (!isUndisturbed || isStolen(id)) return;
    editors.set(id, process);
    const isSent = requestsFor(id).length > 0;
    claim(!isSent, `the edit of ${id} began while it was sent`);
  }

  async function discard({ code, outcomeOf }: Process, id: string) {
    const outcome = await expectations.removing([id], () =>
      outcomeOf(code.discard(id)),
    );
    if (outcome === 'died' || outcome === 'late') release(id);
    if (outcome === 'discarded') {
      withdraw(id);
      const { receipts } = await snapshot();
      const isSent = receipts.includes(id) && !isStolen(id);
      claim(!isSent, `${id} was sent, not discarded`);
    }
    claim(outcome !== 'sent' || server.stored.has(id), `${id} is not sent`);
  }

  async function forget({ code, outcomeOf }: Process) {
    const ids = (await snapshot()).submissions.map(({ id }) => id);
    const outcome = await expectations.removing(ids, () =>
      outcomeOf(code.deleteSubmissions(ids)),
    );
    expectations.expectNoReceipts();
    for (const id of ids) {
      if (outcome === 'died' || outcome === 'late') release(id);
      else withdraw(id);
    }
  }

  async function runAction(action: Action, process: Process): Promise<unknown> {
    const { code, outcomeOf } = process;
    for (const { id } of (await snapshot()).submissions) seen.add(id);
    const index = action.message % Math.max(seen.size, 1);
    const id = [...seen].at(-1 - index) ?? 'none';
    switch (action.kind) {
      case 'submit':
        editors.clear();
        return runIntervention(() => submit(process, action.text));
      case 'submit edit': {
        editors.clear();
        const work = () => submit(process, action.text, id);
        return runIntervention(() => expectations.removing([id], work));
      }
      case 'begin edit':
        editors.delete(id);
        return beginEdit(process, id);
      case 'end edit': {
        editors.clear();
        const endedEdits = edits.get(process) ?? [];
        edits.delete(process);
        return runIntervention(async () => {
          for (const edit of endedEdits) await outcomeOf(edit.end());
        });
      }
      case 'discard':
        return discard(process, id);
      case 'retry':
        editors.delete(id);
        return runIntervention(() => runRetry(() => outcomeOf(code.retry(id))));
      case 'forget':
        return forget(process);
      case 'deliver': {
        const { ignoreBackoff, retryRefused } = action;
        const deliver = () =>
          outcomeOf(code.deliver({ ignoreBackoff, retryRefused }));
        return retryRefused ? runRetry(deliver) : deliver();
      }
      case 'lose the handle':
        process.losesHandle = true;
        return;
      case 'set the clock':
        device.now += action.clockChange;
        return;
      case 'kill':
      case 'freeze':
        process[action.kind]();
    }
  }

  let isOver = false;
  void device.timers.passUntil(() => isOver);
  const runningActions: Promise<unknown>[] = [];
  for (const action of actions) {
    let process = processes.get(action.process);
    if (!process?.isAlive) process = device.start();
    startedProcesses.push(process);
    processes.set(action.process, process);
    if (action.killAt) process.awaitsLeft = action.killAt;
    runningActions.push(runAction(action, process));
    await (action.isAwaited ? runningActions.at(-1) : server.pause());
    for (const { id, error } of (await snapshot()).submissions) {
      const isErrorKept = !refused.has(id) || refused.get(id) === error;
      const message = `${id} was refused, met no answer, and is now: ${error}`;
      claim(isStolen(id) || isErrorKept, message);
    }
  }
  await Promise.all(runningActions);
  isOver = true;
  device.timers.plan([]);
  for (const process of startedProcesses) process.kill();
  server.heal();
  while (server.active.size > 0) await new Promise(setImmediate);
  const last = device.start();
  // The backoff is at most five minutes, so every message is due now.
  device.now += 5 * 60 * 1000;
  await runRetry(() => last.code.deliver({ retryRefused: true }));
  expectations.check(await snapshot());
  last.kill();
  return expectations.errors;
}

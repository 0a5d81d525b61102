import type { Edit } from '../../src/outbox/editing.ts';
import { createDevice } from './device.ts';
import { createExpectations } from './expectations.ts';
import type { Process } from './process.ts';
import type { Action, Schedule } from './schedule.ts';
import { createServer, type Request } from './server.ts';

/** Runs a schedule and a last delivery. Returns the errors that were found. */
export async function runSchedule(schedule: Schedule): Promise<string[]> {
  const { actions, fates, pauses, expiries } = schedule;
  const server = createServer([...fates], pauses);
  server.observe = checkRequest;
  const expectations = createExpectations(server);
  const { claim, release } = expectations;
  const device = createDevice(server.respond);
  const { snapshot } = device;
  await device.open();
  device.timers.planned = expiries;
  const startedProcesses: Process[] = [];
  const processes = new Map<number, Process>();
  /** The ids of messages that were in the outbox, or that submit() accepted. */
  const seen = new Set<string>();
  /** Processes that certainly hold the edit lock of a message, by the message's id. */
  const editors = new Map<string, Process>();
  const edits = new Map<Process, Edit[]>();
  /** The numbers of actions that may end an edit. */
  const interventions = { begun: 0, ended: 0 };
  /** Processes that submit a message, by the message's id. */
  const submitters = new Map<string, Process>();

  const lockOf = (id: string) => `pear-outbox-${id}`;
  /** Whether a lock was ever stolen, so that two processes may handle the message. */
  const isStolen = (id: string) => device.locks.stolenNames.has(lockOf(id));

  /** Whether the process lost the lock by theft, or sends a message without storing. */
  function hasNoLock(id: string, process: Process) {
    if (device.locks.robbedOwners(lockOf(id)).has(process)) return true;
    return process.isLate && [...submitters.values()].includes(process);
  }

  /** Returns the requests whose sender awaits the answer and holds the lock. */
  const requestsFor = (id: string) =>
    [...server.active].filter(
      (request) =>
        request.id === id &&
        request.isAwaited &&
        request.sender.isAlive &&
        !hasNoLock(id, request.sender),
    );

  /** Records that the site reported that a message will not be sent. */
  function withdraw(id: string) {
    if (isStolen(id)) return release(id);
    claim(requestsFor(id).length === 0, `${id} was removed while it was sent`);
    expectations.withdraw(id);
  }

  /** Checks a new request, if its sender holds the lock and awaits the answer. */
  function checkRequest(request: Request) {
    const { id } = request;
    const requests = requestsFor(id);
    if (!requests.includes(request)) return;
    claim(requests.length === 1, `${id} was sent twice at once`);
    claim(!editors.get(id)?.isAlive, `${id} was sent while it was edited`);
  }

  async function isStored(id?: string): Promise<boolean> {
    const { submissions } = await snapshot();
    return submissions.some((submission) => submission.id === id);
  }

  async function submit(process: Process, number: number, replaces?: string) {
    editors.clear();
    const id = `id-${expectations.written.size + 1}`;
    const text = `text ${number}`;
    expectations.written.set(id, text);
    const wasStored = await isStored(replaces);
    submitters.set(id, process);
    const values = { message: text };
    const work = process.code.submit('careers', values, { id, replaces });
    const outcome = await process.outcomeOf(work).catch(() => undefined);
    submitters.delete(id);
    if (outcome === 'unknown') {
      if (replaces) expectations.mayReplace(replaces, text);
      return;
    }
    if (!outcome) {
      const isConflict = Boolean(replaces) && !(await isStored(replaces));
      claim(isConflict, `${id} was not accepted`);
      return withdraw(id);
    }
    const { id: accepted, status } = outcome;
    const { isLate } = process;
    const acceptedText = expectations.written.get(accepted);
    claim(acceptedText === text, `${accepted} has another text`);
    const mayBeNew = !replaces || wasStored || isLate;
    claim(mayBeNew || accepted !== id, `${id} replaced a sent message`);
    expectations.accept(accepted);
    seen.add(accepted);
    if (status === 'sent') expectations.withoutReceipt.add(accepted);
    if (!replaces || !wasStored || accepted === replaces) return;
    // After a timeout, the old message may stay in the outbox, and may be sent.
    if (isLate && (await isStored(replaces))) release(replaces);
    else withdraw(replaces);
  }

  async function beginEdit(process: Process, id: string) {
    editors.delete(id);
    const { begun, ended } = interventions;
    const edit = await process.outcomeOf(process.code.beginEdit(id));
    if (!edit || edit === 'unknown') return;
    edits.set(process, [...(edits.get(process) ?? []), edit]);
    const isUndisturbed = begun === ended + 1 && begun === interventions.begun;
    if (!isUndisturbed || isStolen(id)) return;
    editors.set(id, process);
    const isSent = requestsFor(id).length > 0;
    claim(!isSent, `the edit of ${id} began while it was sent`);
  }

  async function endEdits(process: Process) {
    editors.clear();
    const endedEdits = edits.get(process) ?? [];
    edits.delete(process);
    for (const edit of endedEdits) await process.outcomeOf(edit.end());
  }

  async function discard(process: Process, id: string) {
    expectations.removed.add(id);
    const outcome = await process.outcomeOf(process.code.discard(id));
    if (outcome === 'unknown') release(id);
    if (outcome === 'discarded') {
      withdraw(id);
      const { receipts } = await snapshot();
      const isSent = receipts.includes(id) && !isStolen(id);
      claim(!isSent, `${id} was sent, not discarded`);
    }
    claim(outcome !== 'sent' || server.stored.has(id), `${id} is not sent`);
  }

  async function forget(process: Process) {
    const ids = (await snapshot()).submissions.map(({ id }) => id);
    for (const id of ids) expectations.removed.add(id);
    const deleting = process.code.deleteSubmissions(ids);
    const outcome = await process.outcomeOf(deleting);
    for (const id of expectations.written.keys())
      expectations.withoutReceipt.add(id);
    for (const id of ids) {
      if (outcome === 'unknown') release(id);
      else withdraw(id);
    }
  }

  async function countAction(action: Action, process: Process) {
    const mayEndEdit = /submit|edit|retry/.test(action.kind);
    if (mayEndEdit) interventions.begun += 1;
    await runAction(action, process);
    if (mayEndEdit) interventions.ended += 1;
  }

  async function runAction(action: Action, process: Process): Promise<unknown> {
    for (const { id } of (await snapshot()).submissions) seen.add(id);
    const index = action.message % Math.max(seen.size, 1);
    const id = [...seen].at(-1 - index) ?? 'none';
    const { kind, text, clockChange, ignoreBackoff, retryRefused } = action;
    switch (kind) {
      case 'submit':
        return submit(process, text);
      case 'submit edit':
        expectations.removed.add(id);
        return submit(process, text, id);
      case 'begin edit':
        return beginEdit(process, id);
      case 'end edit':
        return endEdits(process);
      case 'discard':
        return discard(process, id);
      case 'retry':
        editors.delete(id);
        return process.outcomeOf(process.code.retry(id));
      case 'forget':
        return forget(process);
      case 'deliver':
        return process.outcomeOf(
          process.code.deliver({ ignoreBackoff, retryRefused }),
        );
      case 'lose the handle':
        process.losesHandle = true;
        return;
      case 'set the clock':
        device.now += clockChange;
        return;
      case 'kill':
      case 'freeze':
        process[kind]();
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
    runningActions.push(countAction(action, process));
    await (action.isAwaited ? runningActions.at(-1) : server.pause());
  }
  await Promise.all(runningActions);
  isOver = true;
  device.timers.planned = [];
  for (const process of startedProcesses) process.kill();
  server.fates = [];
  while (server.active.size > 0) await new Promise(setImmediate);
  // The backoff is at most five minutes, so every message is due now.
  device.now += 5 * 60 * 1000;
  await device.start().code.deliver({ retryRefused: true });
  expectations.check(await snapshot());
  return expectations.errors;
}

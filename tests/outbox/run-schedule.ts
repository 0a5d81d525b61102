import type { Edit } from '../../src/outbox/page/edits.ts';
import { createDevice } from './device.ts';
import { createExpectations } from './expectations.ts';
import type { Process } from './process.ts';
import type { Action, Schedule } from './schedule.ts';
import { type CommitRequest, createServer } from './server.ts';

/** Runs a schedule and a last delivery. Returns the errors that were found. */
export async function runSchedule(schedule: Schedule): Promise<string[]> {
  const { actions, results, pauses, expiries } = schedule;
  const server = createServer([...results], pauses);
  server.observe = checkRequest;
  const expectations = createExpectations(server);
  const { check, allowLoss } = expectations;
  const device = createDevice(server.send);
  const { readDisk } = device;
  await device.open();
  device.timers.planned = expiries;
  const startedProcesses: Process[] = [];
  const processes = new Map<number, Process>();
  /** The ids of submissions that were in the outbox, or that submit() accepted. */
  const knownIds = new Set<string>();
  /**
   * Processes that certainly hold the edit lock of a submission, by the submission's
   * id.
   */
  const editorsById = new Map<string, Process>();
  const editsByProcess = new Map<Process, Edit[]>();
  /** Counts the calls that can end an edit: how many have begun, how many returned. */
  const endEditCalls = { begun: 0, ended: 0 };
  /** Processes that submit a submission, by the submission's id. */
  const submitters = new Map<string, Process>();

  const lockNameOf = (id: string) => `pear-outbox-${id}`;
  /** Whether the submission's lock was ever stolen. Then two processes may handle it. */
  const isLockStolen = (id: string) =>
    device.locks.stolenLockNames.has(lockNameOf(id));

  /** Whether the lock was stolen from the process, or the process sends without one. */
  function hasNoLock(id: string, process: Process) {
    if (device.locks.findFormerOwners(lockNameOf(id)).has(process)) return true;
    return process.hasTimerFired && [...submitters.values()].includes(process);
  }

  /** Returns the requests whose sender awaits the answer and holds the lock. */
  const findRequests = (id: string) =>
    [...server.openRequests].filter(
      (request) =>
        request.id === id &&
        request.isAwaited &&
        request.sender.isAlive &&
        !hasNoLock(id, request.sender),
    );

  /** Records a submission that the site reported as discarded or replaced. */
  function withdraw(id: string) {
    if (isLockStolen(id)) return allowLoss(id);
    check(findRequests(id).length === 0, `${id} was removed while it was sent`);
    expectations.withdraw(id);
  }

  /** Checks a new request. Its sender still holds the lock, and awaits the answer. */
  function checkRequest(request: CommitRequest) {
    const { id } = request;
    const requests = findRequests(id);
    if (!requests.includes(request)) return;
    check(requests.length === 1, `${id} was sent twice at once`);
    check(!editorsById.get(id)?.isAlive, `${id} was sent while it was edited`);
  }

  async function isStored(id?: string): Promise<boolean> {
    const { submissions } = await readDisk();
    return submissions.some((submission) => submission.id === id);
  }

  async function submit(process: Process, index: number, replacedId?: string) {
    editorsById.clear();
    const id = `id-${expectations.textsById.size + 1}`;
    const text = `text ${index}`;
    expectations.textsById.set(id, text);
    const wasStored = await isStored(replacedId);
    submitters.set(id, process);
    const values = { message: text };
    const ids = { id, replaces: replacedId };
    const promise = process.outbox.submit('careers', values, ids);
    const outcome = await process.awaitOutcome(promise).catch(() => undefined);
    submitters.delete(id);
    if (outcome === 'unknown') {
      if (replacedId) expectations.allowReplacement(replacedId, text);
      return;
    }
    if (!outcome) {
      const isConflict = Boolean(replacedId) && !(await isStored(replacedId));
      check(isConflict, `${id} was not accepted`);
      return withdraw(id);
    }
    const { id: acceptedId, status } = outcome;
    const { hasTimerFired } = process;
    const acceptedText = expectations.textsById.get(acceptedId);
    check(acceptedText === text, `${acceptedId} has another text`);
    const mayReplace = !replacedId || wasStored || hasTimerFired;
    check(mayReplace, `${id} replaced a sent message`);
    expectations.accept(acceptedId);
    knownIds.add(acceptedId);
    if (status === 'sent') expectations.idsWithoutReceipt.add(acceptedId);
    if (!replacedId || !wasStored || acceptedId === replacedId) return;
    // After a timeout, a submission that is still stored may be sent, or not.
    if (hasTimerFired && (await isStored(replacedId))) allowLoss(replacedId);
    else withdraw(replacedId);
  }

  async function beginEdit(process: Process, id: string) {
    editorsById.delete(id);
    const { begun, ended } = endEditCalls;
    const edit = await process.awaitOutcome(process.outbox.edit(id));
    if (!edit || edit === 'unknown') return;
    editsByProcess.set(process, [...(editsByProcess.get(process) ?? []), edit]);
    const ranAlone = begun === ended + 1 && begun === endEditCalls.begun;
    if (!ranAlone || isLockStolen(id)) return;
    editorsById.set(id, process);
    const isSent = findRequests(id).length > 0;
    check(!isSent, `the edit of ${id} began while it was sent`);
  }

  async function endEdits(process: Process) {
    editorsById.clear();
    const editsOfProcess = editsByProcess.get(process) ?? [];
    editsByProcess.delete(process);
    for (const edit of editsOfProcess) await process.awaitOutcome(edit.end());
  }

  async function discard(process: Process, id: string) {
    expectations.removalIds.add(id);
    const outcome = await process.awaitOutcome(process.outbox.discard(id));
    if (outcome === 'unknown') allowLoss(id);
    if (outcome === 'discarded') {
      withdraw(id);
      const { receipts } = await readDisk();
      const isSent = receipts.includes(id) && !isLockStolen(id);
      check(!isSent, `${id} was sent, not discarded`);
    }
    check(outcome !== 'sent' || server.storedTexts.has(id), `${id} is unsent`);
  }

  async function forgetAll(process: Process) {
    const ids = (await readDisk()).submissions.map(({ id }) => id);
    for (const id of ids) expectations.removalIds.add(id);
    const pendingDeletion = process.outbox.forget(ids);
    const outcome = await process.awaitOutcome(pendingDeletion);
    for (const id of expectations.textsById.keys())
      expectations.idsWithoutReceipt.add(id);
    for (const id of ids) {
      if (outcome === 'unknown') allowLoss(id);
      else withdraw(id);
    }
  }

  async function runAndCountEditEnds(action: Action, process: Process) {
    const mayEndEdit = /submit|edit|retry/.test(action.kind);
    if (mayEndEdit) endEditCalls.begun += 1;
    await runAction(action, process);
    if (mayEndEdit) endEditCalls.ended += 1;
  }

  async function runAction(action: Action, process: Process): Promise<unknown> {
    for (const { id } of (await readDisk()).submissions) knownIds.add(id);
    const index = action.message % Math.max(knownIds.size, 1);
    const id = [...knownIds].at(-1 - index) ?? 'none';
    const { kind, text, clockChange, ignoreBackoff, retryRefused } = action;
    switch (kind) {
      case 'submit':
        return submit(process, text);
      case 'submit edit':
        expectations.removalIds.add(id);
        return submit(process, text, id);
      case 'begin edit':
        return beginEdit(process, id);
      case 'end edit':
        return endEdits(process);
      case 'discard':
        return discard(process, id);
      case 'retry':
        editorsById.delete(id);
        return process.awaitOutcome(process.outbox.retry(id));
      case 'forget':
        return forgetAll(process);
      case 'deliver':
        return process.awaitOutcome(
          process.outbox.deliver({ ignoreBackoff, retryRefused }),
        );
      case 'lose the connection':
        process.losesConnection = true;
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
  void device.timers.fireUntil(() => isOver);
  const runningActions: Promise<unknown>[] = [];
  for (const action of actions) {
    let process = processes.get(action.process);
    if (!process?.isAlive) process = device.start();
    startedProcesses.push(process);
    processes.set(action.process, process);
    if (action.killAt) process.stepsLeft = action.killAt;
    runningActions.push(runAndCountEditEnds(action, process));
    await (action.isAwaited ? runningActions.at(-1) : server.pause());
  }
  await Promise.all(runningActions);
  isOver = true;
  device.timers.planned = [];
  for (const process of startedProcesses) process.kill();
  server.results = [];
  while (server.openRequests.size > 0) await new Promise(setImmediate);
  // After the longest backoff, every submission is due.
  device.now += 5 * 60 * 1000;
  await device.start().outbox.deliver({ retryRefused: true });
  expectations.checkFinalState(await readDisk());
  return expectations.errors;
}

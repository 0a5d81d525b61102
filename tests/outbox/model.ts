import type { Edit } from '../../src/outbox/editing.ts';
import { createDevice } from './device.ts';
import { createLedger } from './ledger.ts';
import type { Process } from './process.ts';
import type { Action, Schedule } from './schedule.ts';
import { createServer, type Fate, type Request } from './server.ts';

/** Lives through a schedule, then lets all recover; gives what was wrong. */
export async function live({ actions, fates, pauses }: Schedule) {
  let pausesMade = 0;
  async function pause() {
    pausesMade += 1;
    const turns = pauses[pausesMade % pauses.length] ?? 0;
    for (let n = 0; n < turns; n += 1) await new Promise(setImmediate);
  }
  const server = createServer([...fates], pause);
  server.observe = judge;
  const ledger = createLedger(server);
  const { claim } = ledger;
  const device = createDevice(server.respond);
  const { look } = device;
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

  /** A request of a process that lives. */
  async function judge({ id, sender }: Request, fate: Fate) {
    const mayRetry = retries > 0;
    const isCalm = interventions.underWay === 0;
    const { submissions } = await look();
    if (!sender.isAlive()) return;
    claim(server.sending(id).length === 1, `${id} was sent twice at once`);
    claim(!editors.get(id)?.isAlive(), `${id} was sent while it was edited`);
    const found = submissions.find((one) => one.id === id);
    if (found?.state !== 'failed') return;
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
    const submitting = process.code
      .submit('careers', { message: words }, { id, replaces })
      .catch(({ code }: { code: string }) => ({ id: undefined, code }));
    const outcome = await Promise.race([submitting, process.death]);
    if (outcome === 'died') {
      if (replaces) ledger.mayReplace(replaces, words);
    } else if (outcome.id === undefined) {
      const { submissions } = await look();
      const waits = submissions.some((one) => one.id === replaces);
      claim(Boolean(replaces) && !waits, `${id} was not kept`);
      ledger.withdraw(id);
    } else {
      const known = outcome.id;
      claim(ledger.written.get(known) === words, `${known} has other words`);
      const mayBeNew = !replaces || isThere;
      claim(mayBeNew || known !== id, `${id} was kept for what had gone`);
      ledger.keep(known, removals);
      seen.add(known);
      if (replaces && isThere && known !== replaces) ledger.withdraw(replaces);
    }
  }

  async function beginEdit(process: Process, id: string) {
    const { begun, underWay } = interventions;
    const edit = await intervening(() =>
      Promise.race([process.code.beginEdit(id), process.death]),
    );
    if (!edit || edit === 'died') return;
    edits.set(process, [...(edits.get(process) ?? []), edit]);
    const isCertain = underWay === 0 && interventions.begun === begun + 1;
    if (!isCertain) return;
    editors.set(id, process);
    const isSent = server.sending(id).length > 0;
    claim(!isSent, `the edit of ${id} began while it was sent`);
  }

  async function act(action: Action, process: Process) {
    const { code, death } = process;
    const orDeath = <T>(work: Promise<T>) => Promise.race([work, death]);
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
          for (const edit of ending) await orDeath(edit.end());
        });
      }
      case 'discard': {
        const outcome = await ledger.removing([id], () =>
          orDeath(code.discard(id)),
        );
        if (outcome === 'died') ledger.release(id);
        if (outcome === 'discarded') {
          ledger.withdraw(id);
          const { receipts } = await look();
          claim(!receipts.includes(id), `${id} was sent, not discarded`);
        }
        claim(outcome !== 'sent' || server.stored.has(id), `${id} is not sent`);
        return;
      }
      case 'retry':
        editors.delete(id);
        return intervening(() => retrying(() => orDeath(code.retry(id))));
      case 'forget': {
        const ids = (await look()).submissions.map((one) => one.id);
        const outcome = await ledger.removing(ids, () =>
          orDeath(code.emptyOutbox(ids)),
        );
        ledger.forgetReceipts();
        for (const id of ids) {
          if (outcome === 'died') ledger.release(id);
          else ledger.withdraw(id);
        }
        return;
      }
      case 'deliver': {
        const { ignoreBackoff, retryFailed } = action;
        const deliver = () =>
          orDeath(code.deliver({ ignoreBackoff, retryFailed }));
        return retryFailed ? retrying(deliver) : deliver();
      }
      case 'close':
        return process.kill();
      case 'lose the handle':
        return process.loseHandle();
      case 'set the clock':
        device.now += action.by;
    }
  }

  const acting: Promise<unknown>[] = [];
  for (const action of actions) {
    let process = processes.get(action.where);
    if (!process?.isAlive()) process = device.start();
    processes.set(action.where, process);
    if (action.killAt) process.killAt(action.killAt);
    acting.push(act(action, process));
    await (action.isAwaited ? acting.at(-1) : pause());
    const { submissions } = await look();
    for (const { id, error } of submissions) {
      const isSame = !refused.has(id) || refused.get(id) === error;
      claim(isSame, `${id} was refused, met no answer, and is now: ${error}`);
    }
  }
  await Promise.all(acting);
  for (const process of processes.values()) process.kill();
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

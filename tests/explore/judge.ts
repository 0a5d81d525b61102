import { conflict, delivery, queued } from '../../src/content/delivery.ts';
import { chunkFailure } from '../../src/content/failures.ts';
import { notices } from '../../src/content/notices.ts';
import { pillText, unsent as words } from '../../src/content/unsent.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { findRoute, notFound } from '../../src/routes.ts';
import type { Held } from '../support/indexed-db.ts';
import type { Session, VisitedTab } from './session.ts';
import type { Snapshot } from './snapshot.ts';

/** Drafts are kept apart by the form and by what is edited or was refused. */
const draftOf = ({ snapshot: { form }, accepted }: VisitedTab) =>
  `${form?.name} ${accepted ?? form?.edits ?? ''}`;

const failures: string[] = Object.values(forms).map((one) => one.failure);
/** What was submitted was not accepted. */
export const saysRefused = ({ alert = '' }: Snapshot) =>
  failures.includes(alert);
/** Code that the page needs did not come. */
export const saysNotLoaded = ({ notices }: Snapshot) =>
  notices.some((text) => text.startsWith(chunkFailure.title));

/**
 * What has been typed joins what stood in the form, and gives their name; a
 * field left blank is no part of a draft, except of an edit.
 */
export function recordDraft(visited: VisitedTab, typed: Values): string {
  const { snapshot, drafts } = visited;
  const { values = {}, edits, isKnown = false } = snapshot.form ?? {};
  const stood = Object.entries(values).filter(
    ([field, text]) => (edits || text) && !(field === 'email' && isKnown),
  );
  const name = draftOf(visited);
  const before = drafts.get(name)?.words;
  const words = { ...before, ...Object.fromEntries(stood), ...typed };
  drafts.set(name, { words, document: snapshot.document });
  return name;
}

interface Outbox {
  submissions: Held[];
  receipts: string[];
}

/** So long the page may keep silent of a first attempt. */
const silentFor = 2000;
/** A refusal's line: form, id and code, and no personal data. */
const refusal = /^pear: \w+ [\w-]+( was not accepted)?: [\w/-]+$/;

/** What is wrong whatever follows, and what has to come right by itself. */
export function judge(session: Session, visited: VisitedTab, outbox: Outbox) {
  const { snapshot } = visited;
  const never = [...wrongInOutbox(session, outbox), ...wrongInConsole(session)];
  const notYet: string[] = [];
  const must = (isSo: boolean, problem: string) => isSo || notYet.push(problem);
  const mustNever = (isSo: boolean, problem: string) =>
    isSo && never.push(problem);

  must(snapshot.isWhole, 'the page does not work');
  // After a route change the address comes first, and then its page.
  const { title } = findRoute(snapshot.path) ?? notFound;
  const isThere = snapshot.title === title;
  must(isThere, `'${snapshot.title}' is not the page's title`);
  must(snapshot.heading !== '', 'there is no heading');
  must(snapshot.focus !== 'lost', 'the focus is not to be seen');
  const isNowhere = snapshot.focus.startsWith('body');
  must(!isNowhere || !visited.inPage, 'the focus is nowhere');

  const has = (text: string) => snapshot.notices.includes(text);
  // The pill takes its place.
  const tellsOffline = !snapshot.isOnline && !snapshot.pill;
  must(has(notices.offline) === tellsOffline, 'offline is told wrongly');
  mustNever(
    has(notices.update) && session.versions === 0,
    'a new version is told of, and there is none',
  );

  judgeUnsent(snapshot, outbox, must);
  if (isThere) judgeForm(session, visited, outbox, must, mustNever);
  return { never, notYet };
}

type Must = (isSo: boolean, problem: string) => unknown;

/** The pill and the sheet tell of what is in the outbox. */
function judgeUnsent(
  snapshot: Snapshot,
  { submissions }: Outbox,
  must: Must,
): void {
  const failed = submissions.filter(({ state }) => state === 'failed').length;
  const waiting = submissions.length - failed;
  // It speaks of a first attempt only when that takes a while.
  const young = submissions.filter(({ state, attempts, createdAt }) => {
    const age = snapshot.now - Number(createdAt);
    return state === 'queued' && attempts === 0 && age >= 0 && age < silentFor;
  });
  const allowed = Array.from({ length: young.length + 1 }, (_, silent) =>
    submissions.length > silent ? pillText(waiting - silent, failed) : '',
  );
  const says = snapshot.pill ?? '';
  must(allowed.includes(says), `the pill says '${says}', not '${allowed[0]}'`);
  must(!snapshot.isClosing, 'the pill does nothing: its sheet is only closed');
  const { sheet } = snapshot;
  if (!sheet) return;
  const listed = sheet.items.map(({ id }) => id);
  must(
    submissions.every(
      (one) => young.includes(one) || listed.includes(one.id),
    ) && listed.every((id) => submissions.some((one) => one.id === id)),
    'the sheet lists other messages than there are',
  );
  for (const { id, says } of sheet.items) {
    const found = submissions.find((one) => one.id === id);
    const { refused, waiting } = words.states;
    const truth = found?.state === 'failed' ? refused : waiting;
    must(says === truth, `the sheet says '${says}' of ${id}`);
  }
  const lead = listed.length > 0 ? words.lead : words.empty;
  must(sheet.lead === lead, `the sheet says '${sheet.lead}'`);
  must(sheet.told !== words.notDone, 'something did not work on this device');
  must(sheet.told !== words.wait, 'it waits for a message being sent');
}

/** Form, thank-you and error tell of the message that was submitted here. */
function judgeForm(
  session: Session,
  visited: VisitedTab,
  { submissions, receipts }: Outbox,
  must: Must,
  mustNever: Must,
): void {
  const { snapshot } = visited;
  const { form, thanks, alert } = snapshot;
  const id = visited.accepted ?? visited.thanked.get(snapshot.entry) ?? '';
  const found = submissions.find((one) => one.id === id);
  const commits = session.network.log.filter(({ ids }) => ids.includes(id));
  if (thanks) {
    const isDone = receipts.includes(id);
    const message = session.messages.get(id);
    mustNever(!message, 'thanks for nothing');
    mustNever(
      thanks.line === delivery.sent && !commits.some((one) => one.storedAt),
      `'Sent.' of what is not stored`,
    );
    mustNever(
      thanks.line === delivery.gone &&
        !message?.goneAt &&
        !session.hasForgotten,
      `'Removed' of what nobody has removed`,
    );
    const lines = found
      ? ['', ...Object.values(queued)]
      : isDone
        ? [delivery.sent]
        : [delivery.gone, ...(session.hasForgotten ? [delivery.sent] : [])];
    must(
      found?.state !== 'failed' && lines.includes(thanks.line),
      `it says '${thanks.line}' of a message ${found?.state ?? (isDone ? 'sent' : 'gone')}`,
    );
  }
  const mayRefuse = commits.some((one) => one.refusedAt);
  mustNever(
    saysRefused(snapshot) && !mayRefuse,
    `an error of what was not refused (${id})`,
  );
  mustNever(
    alert === conflict && submissions.some((one) => one.id === form?.edits),
    'a conflict, and it waits still',
  );
  // A page kept whole may show words that were refused.
  if (!form || visited.accepted || saysRefused(snapshot)) return;
  const draft = visited.drafts.get(draftOf(visited));
  // A page that Firefox has kept whole sees the tab's storage as it was then.
  if (snapshot.isFirefox && draft && snapshot.document < draft.document) return;
  for (const [field, stands] of Object.entries(form.values)) {
    // An edit has words of its own, and an email may be known.
    const isOwn = form.edits || (field === 'email' && form.isKnown);
    const text = draft?.words[field] ?? (isOwn ? stands : '');
    must(stands === text, `'${text}' was typed, and '${stands}' stands there`);
  }
}

/** Nothing is lost, comes back, or stops being refused by itself. */
function wrongInOutbox(session: Session, { submissions }: Outbox): string[] {
  const { messages, refused, network } = session;
  const wrong: string[] = [];
  for (const { id, state } of submissions) {
    const known = messages.get(id);
    if (!known) wrong.push(`nobody has submitted ${id}`);
    if (known?.goneAt !== undefined) wrong.push(`${id} has come back`);
    if (state === 'failed') refused.add(id);
    else if (refused.has(id)) wrong.push(`${id} is refused no longer`);
  }
  const stored = new Set(
    network.log.filter(({ storedAt }) => storedAt).flatMap(({ ids }) => ids),
  );
  const kept = new Set(submissions.map(({ id }) => id));
  for (const { id, goneAt } of messages.values()) {
    const isSafe = goneAt !== undefined || kept.has(id) || stored.has(id);
    if (!isSafe) wrong.push(`${id} is lost`);
  }
  return wrong;
}

function wrongInConsole({ browser }: Session): string[] {
  const lines = browser.consoleLines ?? [];
  return lines.filter((line) => !refusal.test(line));
}

import { conflict, delivery, queuedTexts } from '../../src/content/delivery.ts';
import { chunkFailure } from '../../src/content/failures.ts';
import { notices } from '../../src/content/notices.ts';
import { unsentButtonText, unsent as words } from '../../src/content/unsent.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { findRoute, notFound } from '../../src/routes.ts';
import type { StoredRecord } from '../support/indexed-db.ts';
import type { Session, VisitedTab } from './session.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns a draft's name: the form and the id of an edited or refused message. */
const draftOf = ({ snapshot: { form }, accepted }: VisitedTab) =>
  `${form?.name} ${accepted ?? form?.edits ?? ''}`;

const failures: string[] = Object.values(forms).map((one) => one.failure);
export const saysRefused = ({ alert = '' }: Snapshot) =>
  failures.includes(alert);
export const saysNotLoaded = ({ notices }: Snapshot) =>
  notices.some((text) => text.startsWith(chunkFailure.title));

/**
 * Stores the typed values and the form's other values as a draft. Returns the
 * draft's name. Omits the other values that are blank, unless they edit a message.
 */
export function recordDraft(visited: VisitedTab, typed: Values): string {
  const { snapshot, drafts } = visited;
  const { values = {}, edits, isKnown = false } = snapshot.form ?? {};
  const others = Object.entries(values).filter(
    ([field, text]) => (edits || text) && !(field === 'email' && isKnown),
  );
  const name = draftOf(visited);
  const before = drafts.get(name)?.words;
  const words = { ...before, ...Object.fromEntries(others), ...typed };
  drafts.set(name, { words, document: snapshot.document });
  return name;
}

/** `must` reports a problem if the condition is false, `mustNever` if it is true. */
type Must = (isSo: unknown, problem: string) => unknown;

/** How long the unsent button may hide a new message, in milliseconds. */
const hiddenMs = 2000;
/** A refusal logs the form, the id and the error code, but no personal data. */
const refusalPattern = /^pear: \w+ [\w-]+( was not accepted)?: [\w/-]+$/;

/** Returns problems that must never occur, and problems that may still disappear. */
export function judge(session: Session, visited: VisitedTab) {
  const { snapshot, choices, keepsFocus } = visited;
  const { title, focus, key } = snapshot;
  const lines = session.browser.consoleLines ?? [];
  const never = lines.filter((line) => !refusalPattern.test(line));
  const notYet: string[] = [];
  const must: Must = (isSo, problem) => isSo || notYet.push(problem);
  const mustNever: Must = (isSo, problem) => isSo && never.push(problem);

  must(snapshot.isWhole, 'the page has not hydrated');
  // A route change updates the address before it renders the page.
  const isRouteShown = title === (findRoute(snapshot.path) ?? notFound).title;
  must(isRouteShown, `'${title}' is not the page's title`);
  must(focus !== 'lost', 'the focused element is invisible');
  must(!keepsFocus || !focus.startsWith('body'), 'nothing has the focus');
  must(!snapshot.isFocusHidden, `the focused ${focus} is covered or cut`);
  const chosen = isRouteShown ? choices.get(key) : undefined;
  const isKept = chosen === undefined || chosen === snapshot.choices;
  must(isKept, `'${chosen}' was chosen, and not '${snapshot.choices}'`);

  const has = (text: string) => snapshot.notices.includes(text);
  // The unsent button replaces the offline notice.
  const isOffline = !snapshot.isOnline && !snapshot.pill;
  must(has(notices.offline) === isOffline, 'the offline notice is wrong');
  const hasUpdate = has(notices.update) && !session.hasNewVersion;
  mustNever(hasUpdate, 'an update notice without an update');

  judgeOutbox(session, visited, mustNever);
  judgeUnsent(visited, must);
  if (isRouteShown) {
    judgeStatus(session, visited, must, mustNever);
    judgeDraft(visited, must);
  }
  return { never, notYet };
}

/** Checks that no message is lost or reappears, and that refusals last until a retry. */
function judgeOutbox(session: Session, visited: VisitedTab, mustNever: Must) {
  const { messages, network } = session;
  const { submissions } = visited;
  for (const { id, state } of submissions) {
    const known = messages.get(id);
    mustNever(!known, `nobody has submitted ${id}`);
    mustNever(known?.removedAt !== undefined, `${id} has returned`);
    if (known && state === 'failed') known.isRefused = true;
    else mustNever(known?.isRefused, `${id} is no longer refused`);
  }
  const sent = network.log.filter(({ storedAt }) => storedAt);
  const ids = sent.flatMap((commit) => commit.ids);
  const safeIds = new Set([...ids, ...submissions.map(({ id }) => id)]);
  for (const [id, { removedAt }] of messages)
    mustNever(removedAt === undefined && !safeIds.has(id), `${id} is lost`);
}

/** Checks that the unsent button and dialog show the messages of the outbox. */
function judgeUnsent({ snapshot, submissions }: VisitedTab, must: Must): void {
  const { pill = '', sheet, isClosing } = snapshot;
  const failed = submissions.filter(({ state }) => state === 'failed').length;
  const waiting = submissions.length - failed;
  const recent = submissions.filter(({ state, attempts, createdAt }) => {
    const age = Date.now() - Number(createdAt);
    return state === 'queued' && attempts === 0 && age < hiddenMs;
  });
  const allowed = Array.from({ length: recent.length + 1 }, (_, hidden) =>
    submissions.length > hidden
      ? unsentButtonText(waiting - hidden, failed)
      : '',
  );
  must(allowed.includes(pill), `the pill is '${pill}', not '${allowed[0]}'`);
  must(!isClosing, 'a closed sheet is in the page, so the pill has no effect');
  if (!sheet) return;
  const { items, lead, announcement } = sheet;
  const listed = items.map(({ id }) => id);
  const isListed = (one: StoredRecord) =>
    recent.includes(one) || listed.includes(one.id);
  must(submissions.every(isListed), 'the sheet does not list all messages');
  for (const { id, state } of items) {
    const found = submissions.find((one) => one.id === id);
    const { refused, waiting } = words.states;
    const expected = found?.state === 'failed' ? refused : waiting;
    must(found && state === expected, `the sheet says '${state}' of ${id}`);
  }
  const expected = listed.length > 0 ? words.lead : words.empty;
  must(lead === expected, `the sheet begins with '${lead}'`);
  const isStuck = [words.notDone, words.wait].includes(announcement);
  must(!isStuck, `the sheet says '${announcement}'`);
}

/** Checks that the thank-you or error matches the state of the submitted message. */
function judgeStatus(
  { messages, network, hasForgotten }: Session,
  { snapshot, accepted: id = '', submissions, receipts }: VisitedTab,
  must: Must,
  mustNever: Must,
): void {
  const { form, thanks, alert } = snapshot;
  const found = submissions.find((one) => one.id === id);
  const commits = network.log.filter(({ ids }) => ids.includes(id));
  if (thanks) {
    const { line } = thanks;
    const isSent = receipts.some((one) => one.id === id);
    const message = messages.get(id);
    const isStored = commits.some((one) => one.storedAt);
    const mayBeGone = message?.removedAt !== undefined || hasForgotten;
    mustNever(!message, 'a thank-you without a message');
    mustNever(line === delivery.sent && !isStored, "'Sent.', and not stored");
    mustNever(line === delivery.gone && !mayBeGone, 'nobody has removed it');
    const lines = found ? ['', ...Object.values(queuedTexts)] : [];
    if (isSent || (hasForgotten && !found)) lines.push(delivery.sent);
    if (!found && !isSent) lines.push(delivery.gone);
    const isTrue = found?.state !== 'failed' && lines.includes(line);
    const state = found?.state ?? (isSent ? 'sent' : 'gone');
    must(isTrue, `the page says '${line}' of a message that is ${state}`);
  }
  const isRefused = commits.some((one) => one.refusedAt);
  mustNever(saysRefused(snapshot) && !isRefused, `${id} was not refused`);
  const isWaiting = submissions.some((one) => one.id === form?.edits);
  mustNever(alert === conflict && isWaiting, 'a conflict, and it still waits');
}

/** Checks that the form shows the text that was typed but not yet submitted. */
function judgeDraft(visited: VisitedTab, must: Must): void {
  const { snapshot, accepted } = visited;
  const { form } = snapshot;
  // A page from the back-forward cache may show the text of a refused message.
  if (!form || accepted || saysRefused(snapshot)) return;
  const draft = visited.drafts.get(draftOf(visited));
  // In Firefox, a page from the back-forward cache misses later changes of storage.
  if (snapshot.isFirefox && draft && snapshot.document < draft.document) return;
  for (const [field, shown] of Object.entries(form.values)) {
    // An edited message or a remembered email fills the field without typing.
    const isOwn = form.edits || (field === 'email' && form.isKnown);
    const text = draft?.words[field] ?? (isOwn ? shown : '');
    must(shown === text, `'${text}' was typed, and '${shown}' is shown`);
  }
}

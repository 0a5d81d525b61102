import {
  conflictText,
  delivery,
  queuedTexts,
} from '../../src/content/delivery.ts';
import { chunkFailureTexts } from '../../src/content/failures.ts';
import { noticeTexts } from '../../src/content/notices.ts';
import {
  getUnsentLabel,
  unsentTexts as words,
} from '../../src/content/unsent.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { findRoute, notFoundRoute } from '../../src/routes.ts';
import type { StoredRecord } from '../support/indexed-db.ts';
import type { Session, Visit } from './session.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns a draft's name: the form and the id of an edited or refused message. */
const draftNameOf = ({ snapshot: { form }, acceptedId }: Visit) =>
  `${form?.name} ${acceptedId ?? form?.editedId ?? ''}`;

const failures: string[] = Object.values(forms).map((one) => one.failure);
export const saysRefused = ({ alert = '' }: Snapshot) =>
  failures.includes(alert);
export const saysNotLoaded = ({ notices }: Snapshot) =>
  notices.some((text) => text.startsWith(chunkFailureTexts.title));

/** Returns whether the field shows the remembered email. */
const isRemembered = (form: Snapshot['form'], field: string) =>
  field === 'email' && form?.isEmailRemembered;

/** Stores the form's and the typed values as a draft. Returns the draft's name. */
export function recordDraft(visit: Visit, typed: Values): string {
  const { snapshot, drafts } = visit;
  const { form } = snapshot;
  // A blank value means something only in the edit of a message.
  const others = Object.entries(form?.values ?? {}).filter(
    ([field, text]) => (form?.editedId || text) && !isRemembered(form, field),
  );
  const name = draftNameOf(visit);
  const before = drafts.get(name)?.words;
  const words = { ...before, ...Object.fromEntries(others), ...typed };
  drafts.set(name, { words, loadedAt: snapshot.loadedAt });
  return name;
}

/** `check` reports a problem if the condition is false, `failIf` if it is true. */
type Check = (condition: unknown, problem: string) => unknown;

/** How long the unsent button may hide a new message, in milliseconds. */
const maxHiddenMs = 2000;
/** A refusal logs the form, the id and the error code, but no personal data. */
const refusalPattern = /^pear: \w+ [\w-]+( was not accepted)?: [\w/-]+$/;

/** Returns errors that must never occur, and problems that may still disappear. */
export function judge(session: Session, visit: Visit) {
  const { snapshot, choices, mustKeepFocus } = visit;
  const { title, focus, key } = snapshot;
  const lines = session.browser.consoleLines ?? [];
  const errors = lines.filter((line) => !refusalPattern.test(line));
  const problems: string[] = [];
  const check: Check = (isTrue, text) => isTrue || problems.push(text);
  const failIf: Check = (isTrue, text) => isTrue && errors.push(text);

  check(snapshot.isLoaded, 'the page has not hydrated');
  // A route change updates the address before it renders the page.
  const isRouteShown =
    title === (findRoute(snapshot.path) ?? notFoundRoute).title;
  check(isRouteShown, `'${title}' is not the page's title`);
  check(focus !== 'lost', 'the focused element is invisible');
  check(!mustKeepFocus || !focus.startsWith('body'), 'nothing has the focus');
  check(!snapshot.isFocusHidden, `the focused ${focus} is covered or cut`);
  const chosen = isRouteShown ? choices.get(key) : undefined;
  const isChoiceKept = chosen === undefined || chosen === snapshot.choices;
  check(isChoiceKept, `'${chosen}' was chosen, and not '${snapshot.choices}'`);

  const hasNotice = (text: string) => snapshot.notices.includes(text);
  // The unsent button replaces the offline notice.
  const needsNotice = !snapshot.isOnline && !snapshot.unsentButton;
  check(
    hasNotice(noticeTexts.offline) === needsNotice,
    'a wrong offline notice',
  );
  const isUpdateFalse = hasNotice(noticeTexts.update) && !session.hasNewVersion;
  failIf(isUpdateFalse, 'an update notice without an update');

  judgeOutbox(session, visit, failIf);
  judgeUnsent(visit, check);
  if (isRouteShown) {
    judgeStatus(session, visit, check, failIf);
    judgeDraft(visit, check);
  }
  return { errors, problems };
}

/** Checks that no message is lost or reappears, and that refusals last until a retry. */
function judgeOutbox(session: Session, visit: Visit, failIf: Check) {
  const { messages, network } = session;
  const { submissions } = visit;
  for (const { id, state } of submissions) {
    const known = messages.get(id);
    failIf(!known, `nobody has submitted ${id}`);
    failIf(known?.removalIndex !== undefined, `${id} has returned`);
    if (known && state === 'failed') known.isRefused = true;
    else failIf(known?.isRefused, `${id} is no longer refused`);
  }
  const sent = network.log.filter(({ storedAt }) => storedAt);
  const ids = sent.flatMap((commit) => commit.ids);
  const storedIds = new Set([...ids, ...submissions.map(({ id }) => id)]);
  for (const [id, { removalIndex }] of messages)
    failIf(removalIndex === undefined && !storedIds.has(id), `${id} is lost`);
}

/** Checks that the unsent button and dialog show the messages of the outbox. */
function judgeUnsent({ snapshot, submissions }: Visit, check: Check) {
  const { unsentButton: label = '', dialog, isClosing } = snapshot;
  const isFailed = ({ state }: StoredRecord) => state === 'failed';
  const failedCount = submissions.filter(isFailed).length;
  const waitingCount = submissions.length - failedCount;
  const isRecent = ({ state, attempts, createdAt }: StoredRecord) => {
    const age = Date.now() - Number(createdAt);
    return state === 'queued' && attempts === 0 && age < maxHiddenMs;
  };
  const recentCount = submissions.filter(isRecent).length;
  const labels = Array.from({ length: recentCount + 1 }, (_, hiddenCount) =>
    submissions.length > hiddenCount
      ? getUnsentLabel(waitingCount - hiddenCount, failedCount)
      : '',
  );
  check(labels.includes(label), `the button is '${label}', not '${labels[0]}'`);
  check(!isClosing, 'a closed dialog in the page disables the unsent button');
  if (!dialog) return;
  const { items, lead, announcement } = dialog;
  const listed = items.map(({ id }) => id);
  const isListed = (one: StoredRecord) =>
    isRecent(one) || listed.includes(one.id);
  check(submissions.every(isListed), 'the dialog does not list all messages');
  for (const { id, state } of items) {
    const found = submissions.find((one) => one.id === id);
    const { refused, waiting } = words.states;
    const expected = found?.state === 'failed' ? refused : waiting;
    check(found && state === expected, `the dialog says '${state}' of ${id}`);
  }
  const expected = listed.length > 0 ? words.lead : words.empty;
  check(lead === expected, `the dialog begins with '${lead}'`);
  const isStuck = [words.notDone, words.wait].includes(announcement);
  check(!isStuck, `the dialog says '${announcement}'`);
}

/** Checks that the thank-you or error matches the state of the submitted message. */
function judgeStatus(
  { messages, network, hasForgotten }: Session,
  { snapshot, acceptedId: id = '', submissions, receipts }: Visit,
  check: Check,
  failIf: Check,
): void {
  const { form, thanks, alert } = snapshot;
  const found = submissions.find((one) => one.id === id);
  const commits = network.log.filter(({ ids }) => ids.includes(id));
  if (thanks) {
    const { line } = thanks;
    const isSent = receipts.some((one) => one.id === id);
    const message = messages.get(id);
    const isStored = commits.some((one) => one.storedAt);
    const mayBeGone = message?.removalIndex !== undefined || hasForgotten;
    failIf(!message, 'a thank-you without a message');
    failIf(line === delivery.sent && !isStored, "'Sent.', and not stored");
    failIf(line === delivery.gone && !mayBeGone, 'nobody has removed it');
    const lines = found ? ['', ...Object.values(queuedTexts)] : [];
    if (isSent || (hasForgotten && !found)) lines.push(delivery.sent);
    if (!found && !isSent) lines.push(delivery.gone);
    const isStatusCorrect = found?.state !== 'failed' && lines.includes(line);
    const state = found?.state ?? (isSent ? 'sent' : 'gone');
    check(isStatusCorrect, `'${line}' is shown for a message that is ${state}`);
  }
  const isRefused = commits.some((one) => one.refusedAt);
  failIf(saysRefused(snapshot) && !isRefused, `${id} was not refused`);
  const isWaiting = submissions.some((one) => one.id === form?.editedId);
  failIf(alert === conflictText && isWaiting, 'a conflict, and it still waits');
}

/** Checks that the form shows the text that was typed but not yet submitted. */
function judgeDraft(visit: Visit, check: Check): void {
  const { snapshot, acceptedId } = visit;
  const { form } = snapshot;
  // A page from the back-forward cache may show the text of a refused message.
  if (!form || acceptedId || saysRefused(snapshot)) return;
  const draft = visit.drafts.get(draftNameOf(visit));
  // In Firefox, a page from the back-forward cache misses later changes of storage.
  if (snapshot.isFirefox && draft && snapshot.loadedAt < draft.loadedAt) return;
  for (const [field, shown] of Object.entries(form.values)) {
    // An edited message or a remembered email fills the field without typing.
    const isPrefilled = form.editedId || isRemembered(form, field);
    const text = draft?.words[field] ?? (isPrefilled ? shown : '');
    check(shown === text, `'${text}' was typed, and '${shown}' is shown`);
  }
}

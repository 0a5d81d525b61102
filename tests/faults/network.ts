import { expect } from 'playwright/test';
import type { FormName } from '../../src/descriptions/forms.ts';
import { denial, type Fault, portal, refusal } from '../support/commits.ts';
import { hurry } from './preludes.ts';
import { seed } from './submissions.ts';
import { often, type Scenario, scenario, type Title } from './world.ts';

const json = (body: string): Fault => ({ kind: 'answer', status: 200, body });

/** The first attempt meets the fault, the page's own timer makes the next. */
function transient(title: Title, form: FormName, fault: Fault): Scenario {
  return scenario(title, async (world) => {
    const visit = await world.visit(form);
    world.network.fail(fault, 1);
    await visit.submit();
    await world.network.sent(2);
  });
}

/** Browsers repeat such a request once or twice by themselves. */
function kept(title: Title, fault: Fault): Scenario {
  return scenario(title, async (world) => {
    world.network.keepAlive = true;
    const visit = await world.visit('waitlist');
    world.network.fail(fault, 4);
    await visit.submit();
  });
}

/** Firestore refuses; repaired rules let it through at the next page load. */
function refused(title: Title, form: FormName, fault: Fault): Scenario {
  return scenario(title, async (world) => {
    const visit = await world.visit(form);
    world.network.fail(fault);
    await visit.submit();
    await visit.says('error');
    world.network.heal();
    await visit.reload();
  });
}

const passing: [Title, FormName, Fault][] = [
  ['F8 500', 'brandSignup', refusal(500, 'INTERNAL')],
  ['F9 503 with HTML', 'feedback', portal(503)],
  ['F10 429', 'waitlist', refusal(429, 'RESOURCE_EXHAUSTED')],
  ["F11 a captive portal's 200 HTML", 'careers', portal(200)],
  ["F11 a captive portal's 403 HTML", 'waitlist', portal(403)],
  [
    'F12 a redirect to a captive portal',
    'brandSignup',
    { kind: 'redirect', to: '/faq' },
  ],
  ['F13 200 with {}', 'feedback', json('{}')],
  ['F13 200 with JSON of another shape', 'waitlist', json('[null]')],
  [
    'F18 the id exists already',
    'waitlist',
    { kind: 'replace-answer', by: refusal(409, 'ALREADY_EXISTS') },
  ],
  ['F19 409 aborted', 'careers', refusal(409, 'ABORTED')],
];
const refusals: [Title, FormName, Fault][] = [
  ['F14 401', 'waitlist', refusal(401, 'UNAUTHENTICATED')],
  ['F15 403, then the rules are repaired', 'brandSignup', denial],
  ['F16 404', 'careers', refusal(404, 'NOT_FOUND')],
  ['F17 400', 'feedback', refusal(400, 'INVALID_ARGUMENT')],
];
/** What has come whole is read alike in every engine. */
const together = "in 'F8 to F19, a message each'";
const answers = [
  ...passing.map((row) => transient(...row)),
  ...refusals.map((row) => refused(...row)),
].map((one) => ({ ...one, not: { firefox: together, webkit: together } }));

export const networkFaults: Scenario[] = [
  scenario('F1 offline, then online', async (world) => {
    await world.queue('waitlist', () => world.offline());
    await world.online();
  }),
  scenario('F2 online, but no route', async (world) => {
    await world.queue('careers');
    world.network.restore();
  }),
  scenario(
    'F3 the name leads nowhere: connections are refused',
    async (world) => {
      await world.queue('brandSignup', () => world.network.close());
      await world.network.open();
    },
  ),
  scenario('F4 no answer at all', async (world) => {
    world.network.inject('both', hurry(20_000));
    const visit = await world.visit('feedback');
    world.network.fail({ kind: 'silence' }, 1);
    await visit.submit();
    await world.network.sent(2);
  }),
  transient('F5 reset before the server reads', 'waitlist', {
    kind: 'reset',
  }),
  kept('F5 reset before the server reads, on a kept connection', {
    kind: 'reset',
  }),
  transient('F6 reset after the commit, before the answer', 'waitlist', {
    kind: 'lose-answer',
  }),
  kept('F6 reset after the commit, on a kept connection', {
    kind: 'lose-answer',
  }),
  transient('F7 truncated answer', 'careers', { kind: 'cut-answer' }),
  ...answers,
  {
    title: 'F8 to F19, a message each',
    not: { chromium: 'each has a story of its own' },
    run: async (world) => {
      const visit = await world.visit('waitlist');
      const faults = [...passing, ...refusals].map(([, , fault]) => fault);
      world.network.failEach((commit) => faults[commit - 1]);
      await seed(world, visit, faults.length);
      await visit.reload();
      await expect(async () => {
        await visit.wake();
        expect(world.network.commits).toBeGreaterThanOrEqual(faults.length);
      }).toPass(often);
      await visit.reload();
      await visit.deliverUntilEmpty();
    },
  },
  scenario('F20 a link that loses half of 200 submissions', async (world) => {
    const visit = await world.visit('waitlist');
    world.network.failEach(lossy);
    await seed(world, visit, 200);
    await visit.reload();
    await visit.deliverUntilEmpty();
  }),
];

/** Every second commit, in no regular order, half of them after storing. */
function lossy(commit: number): Fault | undefined {
  const mixed = Math.imul(commit, 0x9e3779b1) >>> 16;
  if (mixed & 1) return undefined;
  return { kind: mixed & 2 ? 'reset' : 'lose-answer' };
}

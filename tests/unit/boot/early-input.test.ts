import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type EarlyInput,
  readEarlyInput,
  storeEarlyInput,
} from '../../../src/boot/early-input.ts';
import { FakeStorage } from '../forms/fake-storage.ts';

let session: FakeStorage;

beforeEach(() => {
  session = new FakeStorage();
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('localStorage', new FakeStorage());
  vi.stubGlobal('history', { state: null });
  // Node's FormData reads no form.
  vi.stubGlobal('FormData', Map);
});

/** Types into fields of the waitlist form. Only the last one has changed. */
function type(texts: Record<string, string>): void {
  const form = Object.assign(Object.entries(texts), {
    getAttribute: (name: string) => (name === 'name' ? 'waitlist' : null),
  });
  const [changedField = ''] = Object.keys(texts).slice(-1);
  storeEarlyInput(form as unknown as HTMLFormElement, changedField);
}

function read(): EarlyInput | undefined {
  return readEarlyInput('waitlist', () => sessionStorage);
}

/** Does as if the page were loaded again. */
const loadAgain = (timeOrigin: number) =>
  vi.stubGlobal('performance', { timeOrigin });

describe('what is typed before the app has started', () => {
  test('is kept apart from what was typed in an earlier load of the page', () => {
    loadAgain(1);
    type({ email: 'a' });
    loadAgain(2);
    type({ email: 'b' });
    expect(read()).toMatchObject({
      typedBeforeLoad: { email: 'a' },
      typed: { email: 'b' },
    });
  });

  test('loses a field that the visitor has cleared, also of earlier loads', () => {
    loadAgain(1);
    type({ brand: 'Loom', email: 'a' });
    loadAgain(2);
    type({ email: '' });
    expect(read()).toMatchObject({
      typedBeforeLoad: { brand: 'Loom' },
      typed: {},
    });
  });

  test('has the id of the draft that the tab has', () => {
    session.setItem('pear-draft-waitlist', '{"id":"of the draft"}');
    type({ email: 'a' });
    expect(read()?.id).toBe('of the draft');
  });

  test.each([null, {}, { usr: null }])(
    'is stored if the state of the history entry is %j',
    (state) => {
      vi.stubGlobal('history', { state });
      type({ email: 'a' });
      expect(read()?.typed).toEqual({ email: 'a' });
    },
  );

  test('is stored without an id if the browser cannot create one', () => {
    vi.stubGlobal('crypto', {});
    type({ email: 'a' });
    expect(read()).toMatchObject({
      id: undefined,
      typed: { email: 'a' },
    });
  });

  test('has the mark of the last "Forget me"', () => {
    localStorage.setItem('pear-forgotten', 'mark');
    type({ email: 'a' });
    expect(read()?.mark).toBe('mark');
  });

  test('is absent if the browser forbids storage', () => {
    const getSession = () => {
      throw new DOMException('', 'SecurityError');
    };
    expect(readEarlyInput('waitlist', getSession)).toBeUndefined();
  });

  test('has the id of the draft of the edit that the page shows', () => {
    vi.stubGlobal('history', { state: { usr: { edit: '1' } } });
    session.setItem('pear-draft-waitlist-1', '{"id":"of the edit"}');
    type({ email: 'a' });
    expect(read()?.id).toBe('of the edit');
  });

  test.each([
    'null',
    '{',
    '7',
    '"text"',
    '{"loads":null}',
    '{"loads":5}',
    '{"loads":{"1":null}}',
    '{"id":7}',
  ])('is stored although another script has stored %s', (text) => {
    session.setItem('pear-early-waitlist', text);
    session.setItem('pear-draft-waitlist', text);
    type({ email: 'a' });
    type({ email: '' });
    expect(read()?.typed ?? {}).toEqual({});
    type({ email: 'ada' });
    expect(read()).toMatchObject({
      typedBeforeLoad: expect.not.objectContaining({
        email: expect.anything(),
      }),
      typed: { email: 'ada' },
    });
  });
});

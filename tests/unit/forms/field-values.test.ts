import { expect, test, vi } from 'vitest';
import { fillIn, readValues } from '../../../src/forms/field-values.ts';

interface FakeOption {
  value: string;
}

/** Behaves as a `select` does: its value is '' unless it has such an option. */
function createChoice(name: string, options: readonly string[]) {
  const values = ['', ...options];
  let selected = '';
  return {
    name,
    type: 'select-one',
    get value() {
      return selected;
    },
    set value(text) {
      selected = values.includes(text) ? text : '';
    },
    matches: () => false,
    add(option: FakeOption) {
      values.push(option.value);
      selected = option.value;
    },
  };
}

function createForm(...fields: object[]): HTMLFormElement {
  const form: object = { querySelectorAll: () => fields };
  return form as HTMLFormElement;
}

test('a choice shows and keeps an option that only another release has', () => {
  vi.stubGlobal(
    'Option',
    class {
      constructor(
        readonly text: string,
        readonly value: string,
      ) {}
    },
  );
  const form = createForm(createChoice('topic', ['A job']));

  fillIn(form, { topic: 'A job' }, {});
  expect(readValues(form)).toEqual({ topic: 'A job' });

  fillIn(form, { topic: 'Press' }, { topic: 'A job' });
  expect(readValues(form)).toEqual({ topic: 'Press' });
});

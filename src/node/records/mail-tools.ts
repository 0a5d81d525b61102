import { printable } from '../printable.ts';
import type { Entry } from './source.ts';

/** What mail tools import: their names for columns, and what stands there. */
const tools = {
  // https://listmonk.app/docs/concepts/#attributes
  listmonk: {
    email: ({ email = '' }) => email,
    name: ({ name = '' }) => name,
    attributes: ({
      email: _,
      name: __,
      message: ___,
      timestamp: ____,
      ...own
    }) => JSON.stringify(own),
  },
  // https://mailchimp.com/help/format-guidelines-for-your-import-file/
  mailchimp: {
    'Email Address': ({ email = '' }) => email,
    'First Name': ({ name = '' }) => name,
    Brand: ({ favoriteBrand, brand, company = '' }) =>
      favoriteBrand ?? brand ?? company,
  },
} satisfies Record<string, Record<string, (fields: Entry['fields']) => string>>;

export type Tool = keyof typeof tools;

export function isTool(name: string): name is Tool {
  return Object.hasOwn(tools, name);
}

export function columnsOf(tool: Tool): string[] {
  return Object.keys(tools[tool]);
}

export function cellsOf(tool: Tool, fields: Entry['fields']): string[] {
  return Object.values(tools[tool]).map((cell) => printable(cell(fields)));
}

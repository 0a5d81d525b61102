import { invalid } from './refusal.ts';

/** Where a document is: its database, and its path below `documents/`. */
export interface Place {
  database: string;
  path: string;
}

const complete = /^(projects\/[^/]+\/databases\/[^/]+)\/documents\/(.+)$/;
const mostBytes = 1500;

/** Takes a document's full name; throws where it is not one. */
export function placeOf(name: string): Place {
  const [, database, path] = complete.exec(name) ?? [];
  if (!database || !path) {
    throw invalid(`Document name "${name}" is not complete.`);
  }
  const ids = path.split('/');
  if (ids.length % 2 === 1 || !ids.every(isId)) {
    throw invalid(`Document name "${name}" is not one of a document.`);
  }
  return { database, path };
}

function isId(id: string): boolean {
  return !/^(|\.|\.\.)$/.test(id) && isName(id);
}

/** What a field or an id may be called. */
export function isName(name: string): boolean {
  return (
    name !== '' &&
    !/^__.*__$/.test(name) &&
    Buffer.byteLength(name) <= mostBytes
  );
}

/** Takes `a.b` or with quotes `` `a`.b ``, gives the names along the way. */
export function fieldPath(text: unknown): string[] {
  const name = '(?:[a-zA-Z_][a-zA-Z_0-9]*|`(?:[^`\\\\]|\\\\.)+`)';
  const whole = new RegExp(`^${name}(?:\\.${name})*$`);
  if (typeof text !== 'string' || !whole.test(text)) {
    throw invalid(`Invalid property path "${String(text)}".`);
  }
  const names = text.match(new RegExp(name, 'g')) ?? [];
  return names.map((n) => n.replace(/^`|`$/g, '').replace(/\\(.)/g, '$1'));
}

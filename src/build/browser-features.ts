import type {
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import compatData from '@mdn/browser-compat-data/forLegacyNode';
import { parseSync } from 'vite';
import { oldestBrowsers } from './supported-browsers.ts';

/** A feature that a script uses, but that some supported browsers lack. */
export interface MissingFeature {
  /** The feature's name, such as `.toReversed()`. */
  name: string;
  /** The name in the code, or '' for syntax. */
  identifier: string;
  /** The oldest supported browsers that lack it, such as `chrome94`. */
  browsers: readonly string[];
  /** The code at that place. */
  code: string;
}

/** Names that are no browser features, or that another function checks before the call. */
const ignoredNames: Readonly<Record<string, string>> = {
  createContext: 'a function of React',
  forget: 'a method of the outbox, which another chunk defines',
  getState: 'React uses it after a check of `navigation`',
  skipTransition: 'React uses it only on what startViewTransition has returned',
  startViewTransition:
    'React uses it only for <ViewTransition>, in a try statement',
};

/** The browsers in MDN's data, by their names in `oldestBrowsers`. */
const mdnNames: Readonly<Record<string, keyof CompatStatement['support']>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios: 'safari_ios',
};

const { api, css, javascript } = compatData;
const builtIns: Identifier | undefined = javascript?.builtins;

/** The interfaces whose members are global functions and objects. */
const globalInterfaces = [
  'Window',
  'WorkerGlobalScope',
  'ServiceWorkerGlobalScope',
];
/** The interfaces of global objects whose name is not the interface's. */
const interfacesOfGlobals: Readonly<Record<string, string>> = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  indexedDB: 'IDBFactory',
  localStorage: 'Storage',
  navigator: 'Navigator',
  performance: 'Performance',
  sessionStorage: 'Storage',
};

/** For each name of a method, the browsers that lack every method of that name. */
const browsersWithoutMethod = new Map<string, readonly string[]>();
/** For each name of a global, the browsers that lack it. */
const browsersWithoutGlobal = new Map<string, readonly string[]>();

for (const [name, feature] of [...listMembers(api), ...listMembers(builtIns)]) {
  addFeature(browsersWithoutGlobal, name, feature);

  for (const [memberName, member] of listMembers(feature)) {
    addFeature(browsersWithoutMethod, memberName, member);
    if (globalInterfaces.includes(name))
      addFeature(browsersWithoutGlobal, memberName, member);
  }
}
for (const [, formatter] of listMembers(builtIns?.Intl)) {
  for (const [memberName, member] of listMembers(formatter))
    addFeature(browsersWithoutMethod, memberName, member);
}

/**
 * Returns what the script uses and some supported browsers lack. Ignores what the
 * script checks first: `object.name?.()`, `typeof name` and `'name' in object`.
 *
 * A method's type is unknown, so its name counts only if some supported browser has no
 * method of that name at all, in any built-in object or interface.
 */
export function findMissingFeatures(code: string): MissingFeature[] {
  const { program, errors } = parseSync('script.js', code);
  if (errors[0]) throw new SyntaxError(errors[0].message);

  const nodes = listNodes(program);
  const checkedNames = new Set(nodes.flatMap(findCheckedName));
  const ownNames = new Set(nodes.flatMap(findDefinedName));
  const isForeign = (name: string) =>
    !checkedNames.has(name) && !ownNames.has(name) && !(name in ignoredNames);

  return nodes.flatMap((node) => {
    const feature = findSyntax(node) ?? findGlobal(node) ?? findMethod(node);
    if (!feature || feature.browsers.length === 0) return [];
    const { name, identifier, owner = '', browsers } = feature;
    if (checkedNames.has(owner) || !isForeign(identifier)) return [];
    const start = Math.max(0, node.start - 40);
    const place = code.slice(start, node.start + 40);
    return [{ name, identifier, browsers, code: place }];
  });
}

interface UsedFeature {
  name: string;
  identifier: string;
  /** The name of the variable or property whose method is called. */
  owner?: string;
  browsers: readonly string[];
}

/** A node of the syntax tree, with its parent and the property that it is in. */
interface Node {
  type: string;
  start: number;
  end: number;
  parent: Node | undefined;
  property: string;
  // The tree has over a hundred types of nodes, and this module reads a few properties.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  fields: Record<string, any>;
}

function listNodes(program: object): Node[] {
  const nodes: Node[] = [];

  function visit(value: unknown, parent: Node | undefined, property: string) {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, parent, property);
      return;
    }
    if (typeof value !== 'object' || value === null || !('type' in value))
      return;
    const fields = value as Node['fields'] & Pick<Node, 'type'>;
    const { type, start = 0, end = 0 } = fields;
    const node: Node = { type, start, end, parent, property, fields };
    nodes.push(node);
    for (const [key, child] of Object.entries(fields)) visit(child, node, key);
  }

  visit(program, undefined, '');
  return nodes;
}

/** Returns the name that a condition, `typeof name` or `'name' in object` checks. */
function findCheckedName({ type, fields }: Node): string[] {
  const checkedNode = {
    UnaryExpression: fields.operator === 'typeof' && fields.argument,
    BinaryExpression: fields.operator === 'in' && fields.left,
    LogicalExpression: fields.operator === '&&' && fields.left,
    ConditionalExpression: fields.test,
    IfStatement: fields.test,
  }[type];
  if (!checkedNode) return [];

  // A minifier writes texts as template literals.
  const text = checkedNode.value ?? checkedNode.quasis?.[0].value.raw;
  const name = checkedNode.name ?? checkedNode.property?.name ?? text;
  return typeof name === 'string' ? [name] : [];
}

/** Returns the name of a variable, function, method or property that the script defines. */
function findDefinedName({ type, property, parent, fields }: Node): string[] {
  if (type !== 'Identifier') return [];
  const isDeclared =
    (property === 'id' && parent?.type !== 'ImportExpression') ||
    property === 'params' ||
    property === 'local';
  const isKey =
    property === 'key' &&
    ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(
      parent?.type ?? '',
    );
  const isAssigned =
    property === 'property' &&
    parent?.property === 'left' &&
    parent.parent?.type === 'AssignmentExpression';
  return isDeclared || isKey || isAssigned ? [fields.name] : [];
}

/** Returns a global that would throw a ReferenceError, such as `structuredClone`. */
function findGlobal({
  type,
  property,
  parent,
  fields,
}: Node): UsedFeature | undefined {
  if (type !== 'Identifier') return undefined;
  const isName =
    (property === 'property' && !parent?.fields.computed) ||
    property === 'key' ||
    property === 'label';
  const browsers = browsersWithoutGlobal.get(fields.name);
  return isName || !browsers
    ? undefined
    : { name: fields.name, identifier: fields.name, browsers };
}

/** Returns a called method that would throw a TypeError, such as `list.toReversed()`. */
function findMethod({ type, fields }: Node): UsedFeature | undefined {
  const isCall = type === 'CallExpression' || type === 'NewExpression';
  if (!isCall || fields.optional) return undefined;
  const { object, property, computed, optional } = fields.callee;
  if (fields.callee.type !== 'MemberExpression' || optional) return undefined;

  const identifier: unknown = computed ? property.value : property.name;
  if (typeof identifier !== 'string') return undefined;
  const owner: string | undefined = object.name ?? object.property?.name;
  const interfaceName = owner && (interfacesOfGlobals[owner] ?? owner);
  const member = interfaceName && findMember(interfaceName, identifier);
  const browsers = member
    ? listBrowsersWithout(member)
    : browsersWithoutMethod.get(identifier);
  if (!browsers) return undefined;
  const name = member ? `${interfaceName}.${identifier}` : `.${identifier}()`;
  return { name, identifier, browsers, ...(owner && { owner }) };
}

function findMember(
  interfaceName: string,
  name: string,
): Identifier | undefined {
  const feature = api?.[interfaceName] ?? builtIns?.[interfaceName];
  return feature?.[`${name}_static`] ?? feature?.[name];
}

/** Syntax that Vite cannot replace for older browsers. */
const syntaxFeatures: readonly {
  name: string;
  feature: Identifier | undefined;
  isUsed: (node: Node) => boolean;
}[] = [
  {
    name: 'a lookbehind in a regular expression',
    feature: javascript?.regular_expressions?.lookbehind_assertion,
    isUsed: (node) => /\(\?<[=!]/.test(getPattern(node)),
  },
  {
    name: 'modifiers in a regular expression',
    feature: javascript?.regular_expressions?.modifier,
    isUsed: (node) =>
      /\(\?[ims]*(-[ims]+)?:/.test(getPattern(node).replaceAll('(?:', '')),
  },
  {
    name: 'the flag v of a regular expression',
    feature: builtIns?.RegExp?.unicodeSets,
    isUsed: ({ fields }) => Boolean(fields.regex?.flags.includes('v')),
  },
  {
    name: 'a static block of a class',
    feature: javascript?.classes?.static?.initialization_blocks,
    isUsed: ({ type }) => type === 'StaticBlock',
  },
  {
    name: 'an import attribute',
    feature: javascript?.statements?.import?.import_attributes,
    isUsed: ({ type }) => type === 'ImportAttribute',
  },
  {
    name: 'a `using` declaration',
    feature: javascript?.statements?.using,
    isUsed: ({ fields }) => /^(await )?using$/.test(fields.kind),
  },
];

/**
 * Syntax of media queries. A browser ignores the rules of a query that it cannot parse.
 * Vite replaces `width < 10px` by `not (width >= 10px)`, which is as new.
 */
const mediaFeatures = [
  {
    name: 'the range syntax of media queries',
    pattern: /[<>]/,
    feature: css?.['at-rules']?.media?.range_syntax,
  },
  {
    name: '`or` or a negated condition in a media query',
    pattern: /\bor\b|\bnot\s*\(/,
    feature: css?.['at-rules']?.media?.or_syntax,
  },
];

/** Returns the media queries of a style sheet that some supported browsers cannot parse. */
export function findMissingMediaFeatures(styles: string): MissingFeature[] {
  const queries = styles.match(/@media[^{]+/g) ?? [];
  return queries.flatMap((query) =>
    mediaFeatures.flatMap(({ name, pattern, feature }) => {
      if (!feature || !pattern.test(query)) return [];
      const browsers = listBrowsersWithout(feature);
      const isMissing = browsers.length > 0;
      return isMissing ? [{ name, identifier: '', browsers, code: query }] : [];
    }),
  );
}

function findSyntax(node: Node): UsedFeature | undefined {
  const used = syntaxFeatures.find(({ isUsed }) => isUsed(node));
  if (!used?.feature) return undefined;
  const browsers = listBrowsersWithout(used.feature);
  return { name: used.name, identifier: '', browsers };
}

/** Returns the text that is or may become a regular expression, or ''. */
function getPattern({ type, fields }: Node): string {
  if (type === 'TemplateElement') return fields.value.raw;
  if (type !== 'Literal') return '';
  return (
    fields.regex?.pattern ??
    (typeof fields.value === 'string' ? fields.value : '')
  );
}

function listMembers(feature?: Identifier): [string, Identifier][] {
  const { __compat, ...members } = feature ?? {};
  return Object.entries(members as Record<string, Identifier>).map(
    ([key, member]) => [key.replace(/_static$/, ''), member],
  );
}

function addFeature(
  browsersByName: Map<string, readonly string[]>,
  name: string,
  feature: Identifier,
): void {
  if (!feature.__compat) return;
  const browsers = listBrowsersWithout(feature);
  const known = browsersByName.get(name) ?? browsers;
  browsersByName.set(
    name,
    known.filter((browser) => browsers.includes(browser)),
  );
}

/** Returns the oldest supported browsers that lack the feature. */
function listBrowsersWithout({ __compat: compat }: Identifier): string[] {
  return oldestBrowsers.filter((browser) => {
    const [, name = '', version] = /^(\D+)(.*)$/.exec(browser) ?? [];
    const mdnName = mdnNames[name];
    if (!mdnName) throw new Error(`${name} is not in mdnNames`);
    const statements = [compat?.support[mdnName] ?? []].flat();
    return !statements.some((each) => isSupported(each, Number(version)));
  });
}

function isSupported(
  {
    version_added,
    version_removed,
    flags,
    prefix,
    alternative_name,
  }: SimpleSupportStatement,
  version: number,
): boolean {
  const isOfOtherName = Boolean(flags || prefix || alternative_name);
  return (
    !isOfOtherName &&
    toNumber(version_added) <= version &&
    toNumber(version_removed) > version
  );
}

/** Returns a version as a number. A version that does not exist yet is infinite. */
function toNumber(version: string | boolean | null | undefined): number {
  return typeof version === 'string' && version !== 'preview'
    ? Number.parseFloat(version.replace('≤', ''))
    : Number.POSITIVE_INFINITY;
}

import { readFileSync } from 'node:fs';

/** An expression of firestore.rules, with what it has been found to be. */
export interface Expression {
  line: number;
  text: string;
  evaluated: boolean;
  /** Which of true and false a condition has been; undefined of all else. */
  truths: ReadonlySet<boolean> | undefined;
}

interface Node {
  sourcePosition: {
    line: number;
    currentOffset: number;
    endOffset: number;
  };
  values?: { value: { undefined?: unknown; boolValue?: boolean } }[];
  children?: Node[];
}

/** Asks the emulator which of our rules the requests so far have exercised. */
export async function coverageOf(
  origin: string,
  project: string,
): Promise<Expression[]> {
  const response = await fetch(
    `${origin}/emulator/v1/projects/${project}:ruleCoverage`,
  );
  const { report } = (await response.json()) as { report: Node[] };
  const rules = readFileSync('firestore.rules');
  return flatten(report).map((node) => expressionOf(node, rules));
}

function flatten(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

function expressionOf(
  { sourcePosition, values = [] }: Node,
  rules: Buffer,
): Expression {
  const { line, currentOffset, endOffset } = sourcePosition;
  const found = values
    .map(({ value }) => value)
    .filter((value) => value.undefined === undefined);
  const truths = found.flatMap(({ boolValue }) => boolValue ?? []);
  const isCondition = found.length > 0 && truths.length === found.length;
  // The report counts bytes, and the last one belongs to the expression.
  const text = rules.toString('utf8', currentOffset, endOffset + 1);
  return {
    line,
    text: text.replace(/\s+/g, ' '),
    evaluated: found.length > 0,
    truths: isCondition ? new Set(truths) : undefined,
  };
}

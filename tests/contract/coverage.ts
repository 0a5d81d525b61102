import { readFileSync } from 'node:fs';

/** An expression of firestore.rules, with what it has been found to be. */
export interface Expression {
  line: number;
  text: string;
  /** Undefined stands for whatever is no condition. */
  values: ReadonlySet<boolean | undefined>;
}

interface Node {
  sourcePosition: { line: number; currentOffset: number; endOffset: number };
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
  return flatten(report).map(({ sourcePosition, values = [] }) => {
    const { line, currentOffset, endOffset } = sourcePosition;
    // The report counts bytes, and the last one belongs to the expression.
    const text = rules.toString('utf8', currentOffset, endOffset + 1);
    const found = values.filter(({ value }) => value.undefined === undefined);
    return {
      line,
      text: text.replace(/\s+/g, ' '),
      values: new Set(found.map(({ value }) => value.boolValue)),
    };
  });
}

function flatten(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

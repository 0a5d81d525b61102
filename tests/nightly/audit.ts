import { spawnSync } from 'node:child_process';

/** What `npm audit --json` prints, as far as this program reads it. */
interface Audit {
  vulnerabilities?: Record<string, { severity: string; via: unknown[] }>;
  message?: string;
}

const severities = ['high', 'critical'];

/**
 * `npm run nightly:audit`: fails if a package that is installed has a known
 * vulnerability of high severity. Says so if the registry does not answer.
 */
export async function main(): Promise<number> {
  let findingCount = 0;
  for (const folder of ['.', '.github/deploy']) {
    const args = ['audit', '--json', '--package-lock-only', '--prefix', folder];
    const { stdout } = spawnSync('npm', args, { encoding: 'utf8' });
    const findings = findVulnerablePackages(stdout);
    if (!findings) {
      // GitHub shows this line in the summary of the run.
      console.log(
        `::warning::NOT AUDITED: the packages of ${folder}, because the registry did not answer.`,
      );
      continue;
    }
    console.log(`${folder}: ${findings.length} packages with a vulnerability`);
    for (const line of findings) console.log(`  ${line}`);
    findingCount += findings.length;
  }
  return findingCount === 0 ? 0 : 1;
}

/** Returns the vulnerable packages, or undefined if npm printed no audit. */
export function findVulnerablePackages(output: string): string[] | undefined {
  let audit: Audit;
  try {
    audit = JSON.parse(output);
  } catch {
    return undefined;
  }
  if (!audit.vulnerabilities) return undefined;
  return Object.entries(audit.vulnerabilities)
    .filter(([, { severity }]) => severities.includes(severity))
    .map(([name, { severity, via }]) => {
      const titles = via.map((cause) => Object(cause).title ?? `by ${cause}`);
      return `${name} (${severity}): ${titles.join('; ')}`;
    });
}

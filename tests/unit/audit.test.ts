import { expect, test } from 'vitest';
import { findVulnerablePackages } from '../nightly/audit.ts';

const vulnerabilities = {
  safe: { severity: 'moderate', via: [{ title: 'Slow' }] },
  a: { severity: 'critical', via: [{ title: 'Runs code' }] },
  b: { severity: 'high', via: ['a'] },
};

test.each([
  ['', undefined],
  ['{"message":"request failed","error":{}}', undefined],
  ['{"vulnerabilities":{}}', []],
  [
    JSON.stringify({ vulnerabilities }),
    ['a (critical): Runs code', 'b (high): by a'],
  ],
])('finds the vulnerable packages in %j', (output, packages) => {
  expect(findVulnerablePackages(output)).toEqual(packages);
});

/** Access rules of two collections, for tests that do not depend on today's rules. */
export const sampleRules = `
match /brandContact/{id} {
  allow create: if isRecord(['email', 'company'], [
    text('email', 254),
    text('company', 100)
  ]);
  allow update: if isReplay();
}
match /careers/{id} {
  allow create: if isRecord(['message'], [
    text('message', 5000)
  ]);
  allow update: if isReplay();
}`;

import * as http from 'node:http';
import { expect, test } from 'vitest';
import { parseSmokeArguments } from '../smoke/arguments.ts';
import { normalizeSite, requestSite } from '../smoke/site-address.ts';
import { listen } from '../support/ports.ts';

test.each([
  ['http://LOCALHOST:5205', 'http://localhost:5205'],
  ['http://127.1:5205', 'http://127.0.0.1:5205'],
  ['https://Pear.example/', 'https://pear.example'],
  ['https://pear.example:443', 'https://pear.example'],
])('the smoke test reads the address %s as %s', (text, origin) => {
  expect(normalizeSite(text)).toBe(origin);
});

test.each([
  'pear.example',
  'ftp://pear.example',
  'https://pear.example/waitlist',
])('the smoke test rejects %s with one line of advice', (text) => {
  expect(() => normalizeSite(text)).toThrow(/^"[^\n]*write its origin[^\n]*$/);
});

test('the smoke test follows one redirect to another origin', async () => {
  const site = await listen(http.createServer((_, response) => response.end()));
  const redirecting = await listen(
    http.createServer((request, response) => {
      const location = `${site.origin}${request.url}`;
      response.writeHead(301, { location }).end();
    }),
  );
  const { response, origin } = await requestSite(redirecting.origin, '/a');
  expect(response.status).toBe(200);
  expect(origin).toBe(site.origin);

  await redirecting.stop();
  await site.stop();
});

test.each([
  [['--writ'], 'Unknown option'],
  [['https://a.example', 'https://b.example'], 'Name one site'],
  [['--dist'], 'argument missing'],
])('npm run smoke rejects %j with one line of advice', (args, problem) => {
  const parse = () => parseSmokeArguments(args);
  expect(parse).toThrow(problem);
  expect(parse).toThrow(/^[^\n]* See npm run smoke help\.$/);
});

test('npm run smoke takes the site, and the options in any order', () => {
  expect(parseSmokeArguments(['--write', 'https://a.example'])).toEqual({
    write: true,
    address: 'https://a.example',
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { announce, emptyRegions } from '../../../src/components/announce.ts';

interface Region {
  textContent: string;
}

const pageRegion: Region = { textContent: '' };
const dialogRegion: Region = { textContent: '' };
let regions: Region[];

beforeEach(() => {
  vi.useFakeTimers();
  regions = [pageRegion];
  vi.stubGlobal('document', { querySelectorAll: () => regions });
  return () => {
    vi.runAllTimers();
    vi.useRealTimers();
  };
});

const say = (text: string) => announce(() => text);

test('an announcement appears in an empty region, and disappears after five seconds', () => {
  say('You are offline.');
  expect(pageRegion.textContent).toBe('');

  vi.advanceTimersByTime(100);
  expect(pageRegion.textContent).toBe('You are offline.');

  vi.advanceTimersByTime(4999);
  expect(pageRegion.textContent).toBe('You are offline.');

  vi.advanceTimersByTime(1);
  expect(pageRegion.textContent).toBe('');
});

test('each announcement stays for a second before the next one', () => {
  say('You are online again.');
  say('Your message was sent.');

  vi.advanceTimersByTime(1099);
  expect(pageRegion.textContent).toBe('You are online again.');

  vi.advanceTimersByTime(1);
  expect(pageRegion.textContent).toBe('Your message was sent.');

  vi.advanceTimersByTime(5000);
  expect(pageRegion.textContent).toBe('');
});

test('the region is empty for a moment before the same text is announced again', () => {
  say('Your message was sent.');
  vi.advanceTimersByTime(2000);

  say('Your message was sent.');
  expect(pageRegion.textContent).toBe('');

  vi.advanceTimersByTime(100);
  expect(pageRegion.textContent).toBe('Your message was sent.');
});

test('a text that is no longer true when the region is free is not announced', () => {
  let connection = 'You are offline.';
  say('A new version is ready.');
  announce(() => connection);
  say('Your message was sent.');
  connection = '';

  vi.advanceTimersByTime(1100);
  expect(pageRegion.textContent).toBe('Your message was sent.');
});

test('while a modal dialog is open, only its region has the announcement', () => {
  say('You are offline.');
  vi.advanceTimersByTime(100);

  regions = [pageRegion, dialogRegion];
  say('You are online again.');

  vi.advanceTimersByTime(1000);
  expect(pageRegion.textContent).toBe('');
  expect(dialogRegion.textContent).toBe('You are online again.');
});

test('a route change empties the region, and cancels no later announcement', () => {
  say('You are online again.');
  say('Your message was sent.');
  vi.advanceTimersByTime(100);

  emptyRegions();
  expect(pageRegion.textContent).toBe('');
  vi.advanceTimersByTime(1000);
  expect(pageRegion.textContent).toBe('Your message was sent.');
});

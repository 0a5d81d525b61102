import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from './sources.ts';

test('.env.example names every setting that the code reads', () => {
  const example = readFileSync('.env.example', 'utf8');
  const setting = /\b(VITE_[A-Z]+(?:_[A-Z]+)*|(?<=\benv\.)[A-Z_]{3,})\b(?!_)/g;
  const names = sources
    .filter(({ file }) => !file.endsWith('.js'))
    .flatMap(({ source }) => [...source.matchAll(setting)]);
  const read = new Set(names.map(([name]) => name));
  // Vite's own, told by the command and not by whoever runs it.
  for (const name of ['NODE_ENV', 'PROD', 'DEV', 'VITE_USER_NODE_ENV']) {
    read.delete(name);
  }
  expect(read.size).toBeGreaterThan(8);
  const unnamed = [...read].filter((name) => !example.includes(name));
  expect(unnamed).toEqual([]);
});

test('.env.example as it stands sets nothing', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const settings = lines.filter((line) => line && !line.startsWith('#'));
  expect(settings.filter((line) => !/^VITE_[A-Z_]+=$/.test(line))).toEqual([]);
  expect(settings.length).toBeGreaterThan(5);
});

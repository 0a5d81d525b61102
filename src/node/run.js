// Runs one of our TypeScript programs through Vite, because Node 20 cannot run
// TypeScript. Without a program it only checks this machine, before anything
// that would fail with a stack trace is loaded.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
const isKnownNode =
  major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;

let problem = '';
if (!isKnownNode) {
  problem = `This is Node ${node}; pear needs 20.19 or later in 20, or 22.12 or newer.`;
} else if (/[#?]/.test(root)) {
  problem = `Vite cannot build in ${root}; move the checkout to a path without # and ?.`;
} else if (existsSync(`${root}/node_modules/.pnpm`)) {
  problem =
    'node_modules was made by pnpm, whose layout Vite does not find; delete it and run npm ci.';
} else if (!existsSync(`${root}/node_modules/vite`)) {
  problem = 'Nothing is installed here; run npm ci first.';
}

const [program, ...args] = process.argv.slice(2);
try {
  if (!problem && program) {
    const { runnerImport } = await import('vite');
    const { module } = await runnerImport(program, { logLevel: 'error' });
    process.exitCode = (await module.main(args)) ?? 0;
  }
} catch (error) {
  const { name, message, code, path } = Object(error);
  if (name === 'UserError') problem = message;
  else if (path && /^(EACCES|EPERM|EROFS)$/.test(code)) {
    problem = `${path} cannot be written (${code}); run this as the user to whom it belongs, or give yourself the right to write there.`;
  } else throw error;
}
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}

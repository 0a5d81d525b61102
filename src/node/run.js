// Runs one of our TypeScript programs through Vite, because Node 20 cannot run
// TypeScript. Without a program it only checks this machine, before anything
// that would fail with a stack trace is loaded.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [program, ...args] = process.argv.slice(2);

function problem() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isKnown = major === 20 ? minor >= 19 : major > 22 || minor >= 12;
  if (major < 20 || major === 21 || !isKnown) {
    return `This is Node ${process.versions.node}; pear needs 20.19 or later in 20, or 22.12 or newer.`;
  }
  if (/[#?]/.test(root)) {
    return `Vite cannot build in ${root}; move the checkout to a path without # and ?.`;
  }
  if (existsSync(`${root}/node_modules/.pnpm`)) {
    return 'node_modules was made by pnpm, whose layout Vite does not find; delete it and run npm ci.';
  }
  const isInstalled = existsSync(`${root}/node_modules/vite`);
  return isInstalled ? '' : 'Nothing is installed here; run npm ci first.';
}

/** Returns what the owner can do about an error, on one line. */
function adviceFor({ name = '', message = '', code = '', path = '' }) {
  if (name === 'UserError') return message;
  if (!path || !/^(EACCES|EPERM|EROFS)$/.test(code)) return '';
  return `${path} cannot be written (${code}); run this as the user to whom it belongs, or give yourself the right to write there.`;
}

let line = problem();
try {
  if (!line && program) {
    const { runnerImport } = await import('vite');
    const { module } = await runnerImport(program, { logLevel: 'error' });
    process.exitCode = (await module.main(args)) ?? 0;
  }
} catch (error) {
  line = adviceFor(Object(error));
  if (!line) throw error;
}
if (line) {
  console.error(line);
  process.exitCode = 1;
}

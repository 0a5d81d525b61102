// Runs a TypeScript program of this repository through Vite, because Node 20
// cannot run TypeScript. First checks Node's version, the repository's path and the
// packages. Prints one line of advice about a problem. Without a program, only checks.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
// `engines` in package.json has the same versions.
const isSupportedNode =
  (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

let problem = '';
if (!isSupportedNode) {
  problem = `This is Node ${node}; pear needs Node 20.19 or a later 20, or 22.12 or newer.`;
} else if (/[#?]/.test(root)) {
  problem = `Vite cannot build in ${root}; move the checkout to a path without # and ?.`;
} else if (existsSync(`${root}/node_modules/.pnpm`)) {
  problem =
    'pnpm created node_modules with a layout that Vite does not support; delete that folder and run npm ci.';
} else if (!existsSync(`${root}/node_modules/vite`)) {
  // npm writes this file even if it installs no development dependencies.
  problem = existsSync(`${root}/node_modules/.package-lock.json`)
    ? 'The development dependencies are not installed, because NODE_ENV is production or npm omits them; run npm ci --include=dev.'
    : 'The dependencies are not installed; run npm ci first.';
} else {
  const name = findOutdatedPackage();
  if (name) {
    problem = `${name} is not installed as package-lock.json says, so this would not be the site that others build; run npm ci first.`;
  }
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
  else if (/native binding/i.test(message)) {
    problem = `Vite's native part for ${process.platform}-${process.arch} is missing, because node_modules was installed on another system or without optional packages; delete node_modules and run npm ci --include=dev --include=optional.`;
  } else if (path && /^(EACCES|EPERM|EROFS)$/.test(code)) {
    problem = `${path} cannot be written (${code}); run this command as the owner of that folder, or give yourself write permission.`;
  } else throw error;
}
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}

/** Returns the path of a package that differs from the lock file, or undefined. */
function findOutdatedPackage() {
  // npm writes this file in the format of the lock file. yarn, for example, does not.
  const installedFile = `${root}/node_modules/.package-lock.json`;
  if (!existsSync(installedFile)) return undefined;
  const installed = readPackages(installedFile);
  const locked = readPackages(`${root}/package-lock.json`);

  const installedPaths = Object.keys(installed);
  // Optional packages are those of other systems.
  const requiredPaths = Object.keys(locked).filter(
    (path) => path && !locked[path]?.optional && !locked[path]?.devOptional,
  );
  return [...installedPaths, ...requiredPaths].find(
    (path) => installed[path]?.version !== locked[path]?.version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string, optional?: true, devOptional?: true }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

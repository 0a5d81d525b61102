import { execFileSync } from 'node:child_process';
import { createHash, hash } from 'node:crypto';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { sources } from '../../src/build/build-cache.ts';
import { createForwarder } from '../../src/local-server/firestore/plugin.ts';
import { createHosting } from '../../src/local-server/hosting.ts';
import { buildSite } from './built-files.ts';
import { addFormFields } from './next-version.ts';
import { listen } from './ports.ts';

// These functions build variants of the site. Each returns a folder with a copy
// of the sources, and with the build in its `dist`.

/** Files that macOS's Finder creates. A build must not publish them. */
export const junkFiles = ['.DS_Store', 'pictures/._grid.svg'];

export const analyticsSettings = {
  VITE_SITE_URL: 'https://pear.example',
  VITE_FIREBASE_PROJECT_ID: 'pear-production',
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
  VITE_FIREBASE_MEASUREMENT_ID: 'G-MEASURED',
};

/** Builds the production site with analytics, from a `public` with junk files. */
export function buildWithAnalytics(): string {
  return buildFromCopy('measured', analyticsSettings, (folder) => {
    for (const name of junkFiles) {
      fs.writeFileSync(`${folder}/public/${name}`, '');
    }
  });
}

/** Builds a later version of the site, whose careers form has more fields. */
export function buildNextVersion(): string {
  const settings = { VITE_SITE_URL: 'https://next.example' };
  return buildFromCopy('next', settings, addFormFields);
}

/**
 * Builds the site without a worker. The page's global variable `crashingFunctions`
 * has the names of the user interface functions that throw.
 */
export function buildCrashingSite(): string {
  return buildFromCopy('broken', { VITE_WORKER: 'off' }, (folder) => {
    const options = { recursive: true, encoding: 'utf8' } as const;
    const sourceNames = fs.readdirSync(`${folder}/src`, options);

    const uiFilePattern = /^(app|components|forms|pages|unsent)\b.*\.tsx?$/;
    for (const name of sourceNames.filter((name) => uiFilePattern.test(name))) {
      const file = `${folder}/src/${name}`;
      const text = fs.readFileSync(file, 'utf8');

      const functionPattern = /\bfunction (\w+)\([\s\S]*?\)(: .+)? \{\n/g;
      const crashReplacement = `$&if (globalThis.crashingFunctions?.split(' ').includes('$1')) throw new Error('Crash in $1');\n`;
      fs.writeFileSync(file, text.replace(functionPattern, crashReplacement));
    }
  });
}

// Each checkout has its own folder. The folder is not in
// node_modules/.cache, because Vite treats files there as packages.
const pathHash = hash('sha256', process.cwd()).slice(0, 8);
const buildsFolder = path.join(tmpdir(), `pear-builds-${pathHash}`);

/**
 * Builds a copy of the sources after `edit` has changed the copy. All tests and
 * later runs with the same sources share the build.
 */
export function buildFromCopy(
  name: string,
  env: NodeJS.ProcessEnv,
  edit: (folder: string) => void = () => undefined,
  command?: string[],
): string {
  fs.mkdirSync(buildsFolder, { recursive: true });
  const copiedFolder = copySources();

  edit(copiedFolder);
  const folder = path.join(buildsFolder, `${name}-${hashFiles(copiedFolder)}`);

  for (const buildName of fs.readdirSync(buildsFolder)) {
    const buildFolder = path.join(buildsFolder, buildName);
    if (buildName.startsWith(`${name}-`) && buildFolder !== folder)
      fs.rmSync(buildFolder, { recursive: true, force: true });
  }

  try {
    fs.renameSync(copiedFolder, folder);
  } catch {
    // Another test or an earlier run has made `folder`, so this copy is not needed.
    fs.rmSync(copiedFolder, { recursive: true });
  }

  // If another test is building in this folder, buildSite waits for that test.
  buildSite(folder, env, command);
  return folder;
}

/** Builds the sources of a commit, with the packages of that commit. */
export function buildFromCommit(
  commit: string,
  name: string,
  env: NodeJS.ProcessEnv,
): string {
  return buildFromCopy(name, env, (folder) => {
    for (const source of sourcePaths)
      fs.rmSync(path.join(folder, source), { recursive: true, force: true });

    const archive = path.join(folder, 'sources.tar');
    execFileSync('git', ['archive', '-o', archive, commit, ...sourcePaths]);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    fs.rmSync(archive);

    const lockFile = path.join(folder, 'package-lock.json');
    const packageLock = fs.readFileSync(lockFile);
    if (packageLock.equals(fs.readFileSync('package-lock.json'))) return;
    linkPackages(folder, installPackages(folder, hash('sha256', packageLock)));
  });
}

/** Installs the packages of a copy's lock file. Returns the folder, for later runs. */
function installPackages(folder: string, lockHash: string): string {
  const installed = path.join(
    buildsFolder,
    `packages-${lockHash.slice(0, 12)}`,
  );

  if (fs.existsSync(installed)) return installed;

  const unfinished = fs.mkdtempSync(path.join(buildsFolder, 'install-'));
  for (const name of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(folder, name), path.join(unfinished, name));

  const installArgs = ['ci', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', installArgs, { cwd: unfinished, stdio: 'pipe' });
  fs.renameSync(unfinished, installed);

  return installed;
}

/** Everything that a build, a release and the local server read. */
export const sourcePaths = [...sources, 'firestore.rules'];

function copySources(): string {
  const folder = fs.mkdtempSync(path.join(buildsFolder, 'sources-'));

  for (const name of sourcePaths)
    fs.cpSync(name, path.join(folder, name), { recursive: true });

  linkPackages(folder, '.');
  return folder;
}

/** Links the packages that are installed in `source` into a copy of the sources. */
function linkPackages(folder: string, source: string): void {
  // Link each package, because a link to all of node_modules would share its .cache.
  const modules = path.join(folder, 'node_modules');

  fs.rmSync(modules, { recursive: true, force: true });
  fs.mkdirSync(modules);

  for (const name of fs.readdirSync(`${source}/node_modules`)) {
    if (/^\.(?!bin$)/.test(name)) continue;
    const target = path.resolve(source, 'node_modules', name);

    fs.symlinkSync(target, `${modules}/${name}`);
  }
}

function hashFiles(folder: string): string {
  const contentHash = createHash('sha256');
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });

  for (const name of names.sort()) {
    const file = path.join(folder, name);
    if (/^node_modules/.test(name) || !fs.statSync(file).isFile()) continue;
    contentHash.update(`${name}\n`).update(fs.readFileSync(file));
  }

  return contentHash.digest('hex').slice(0, 12);
}

/** Serves a built folder like Hosting. Forwards Firestore requests to `site`. */
export function serveBuild(folder: string, site: string) {
  const serveFile = createHosting(folder);
  const forwardToFirestore = createForwarder(new URL(site).host);

  const server = http.createServer((request, response) =>
    forwardToFirestore(request, response, () =>
      serveFile(request, response, () => response.writeHead(500).end()),
    ),
  );
  return listen(server);
}

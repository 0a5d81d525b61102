import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { copySources } from '../support/builds.ts';
import { addField } from '../support/next-version.ts';
import { settings } from './stage.ts';

const run = promisify(execFile);

/** What is uploaded: the folders of several deployments. */
export interface Versions {
  first: string;
  /** With one more field in a form. */
  next(): Promise<string>;
  /** The first, with its worker withdrawn. */
  withdrawn(): Promise<string>;
  remove(): void;
}

export async function buildVersions(): Promise<Versions> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-versions-'));
  const present = copySources();
  const copies = [folder, present];
  const build = async (name: string, sources: string, env?: object) => {
    const place = path.join(folder, name);
    await buildForDeployment(sources, env);
    fs.cpSync(path.join(sources, 'dist'), place, { recursive: true });
    return place;
  };
  return {
    first: await build('first', present),
    next: () => {
      const coming = copySources();
      addField(coming);
      copies.push(coming);
      return build('next', coming);
    },
    withdrawn: () => build('withdrawn', present, { VITE_WORKER: 'off' }),
    remove: () => {
      for (const place of copies)
        fs.rmSync(place, { recursive: true, force: true });
    },
  };
}

/** What `firebase deploy` runs first, with settings as the README has them. */
async function buildForDeployment(sources: string, env = {}): Promise<void> {
  let filledIn = fs.readFileSync('.env.example', 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    filledIn = filledIn.replace(`\n${name}=\n`, `\n${name}=${value}\n`);
  }
  fs.writeFileSync(path.join(sources, '.env.production'), filledIn);
  const GCLOUD_PROJECT = settings.VITE_FIREBASE_PROJECT_ID;
  await run(process.execPath, ['src/node/run.js', 'src/node/predeploy.ts'], {
    cwd: sources,
    env: { ...process.env, GCLOUD_PROJECT, ...env },
  });
}

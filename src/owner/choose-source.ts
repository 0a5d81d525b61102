import * as fs from 'node:fs';
import * as path from 'node:path';
import { checkBuildSettings, readSettings } from '../node/settings.ts';
import type { Runtime } from './context.ts';
import { openFirestore, openLocalFirestore } from './firestore-source.ts';
import { adviseOnFailure } from './google-advice.ts';
import { createLocalSource } from './local-source.ts';
import type { RecordSource } from './record-source.ts';

const projectSetting = 'VITE_FIREBASE_PROJECT_ID';

/**
 * Chooses the Firestore whose records a command reads, and reports which one and why.
 * `database` names a database of the production project.
 */
export function chooseSource(
  runtime: Runtime,
  database?: string,
): RecordSource {
  const { env, settingFiles, log } = runtime;
  const { emulator, dataDir } = readSettings(env);
  if (emulator) {
    const place = `the emulator at ${emulator}`;
    log(`Reads ${place}, because FIRESTORE_EMULATOR_HOST is set.`);

    const advice = 'check that it is a Firestore emulator';
    return openLocalFirestore(runtime, place, `http://${emulator}`, advice);
  }

  checkBuildSettings(env);
  const project = env[projectSetting];
  if (project) {
    const place = `Firestore's project ${project}`;
    const origin =
      settingFiles.get(projectSetting) ??
      `the environment variable ${projectSetting}`;
    const databaseText = database ? `, its database ${database}` : '';
    log(
      `Reads production: ${place}${databaseText}, because ${origin} names it.`,
    );

    return openFirestore({
      ...runtime.production,
      runtime,
      place,
      project,
      database: database ?? '(default)',
      advise: (failure, isChange) =>
        adviseOnFailure(project, failure, isChange),
      isProduction: true,
    });
  }

  const source = createLocalSource(runtime, dataDir);
  log(
    `Reads this machine, not production: ${source.place}, because ${explainMissingProject()}.`,
  );

  return source;
}

/** Says why no project is known. Windows hides that a file's name ends in .txt. */
function explainMissingProject(): string {
  const folder = process.cwd();
  if (fs.existsSync('.env.production')) {
    return `${path.join(folder, '.env.production')} names no Firebase project`;
  }

  const similarName = fs
    .readdirSync(folder)
    .find(
      (name) => /^\.?env\.?production/i.test(name) && !name.endsWith('.local'),
    );

  return similarName
    ? `${folder} has no .env.production; rename ${similarName} to .env.production`
    : `${folder} has no .env.production`;
}

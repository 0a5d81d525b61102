import type { ConfigEnv, Plugin, UserConfig } from 'vite';
import config from '../../vite.config.ts';

/**
 * Configures a build in which a function of the user interface throws if the
 * page's global variable `crashIn` contains the function's name.
 */
export default async (env: ConfigEnv): Promise<UserConfig> => {
  const base = await config(env);
  return { ...base, plugins: [...(base.plugins ?? []), createCrashPlugin()] };
};

function createCrashPlugin(): Plugin {
  return {
    name: 'crashing',
    // This plugin runs after types are removed, so parameters end with `) {`.
    enforce: 'post',
    transform(code, id) {
      if (!/\/src\/(app|components|forms|pages|unsent)\/.*\.tsx?$/.test(id))
        return undefined;
      return code.replace(
        /\bfunction (\w+)\((?:[^()]|\([^()]*\))*\) \{/g,
        `$& if (globalThis.crashIn?.split(' ').includes('$1')) throw new Error('Crash in $1');`,
      );
    },
  };
}

import type { ConfigEnv, Plugin } from 'vite';
import config from '../../vite.config.ts';

/**
 * Our build, in which any function of the user interface crashes when a page's
 * `crashIn` has its name. It stands in a copy of the sources (see variants.ts).
 */
export default async (env: ConfigEnv) => {
  const whole = await config(env);
  return { ...whole, plugins: [...(whole.plugins ?? []), crashing()] };
};

function crashing(): Plugin {
  return {
    name: 'crashing',
    // Types are gone by then, so a body begins after the parameters.
    enforce: 'post',
    transform(code, id) {
      if (!/\/src\/(app|components|forms|pages|unsent)\/.*\.tsx?$/.test(id)) {
        return undefined;
      }
      return code.replace(
        /\bfunction (\w+)\((?:[^()]|\([^()]*\))*\) \{/g,
        `$& if (globalThis.crashIn?.split(' ').includes('$1')) throw new Error('Crash in $1');`,
      );
    },
  };
}

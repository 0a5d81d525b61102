import type { ConfigEnv, Plugin, PluginOption } from 'vite';
import config from '../../../vite.config.ts';

/**
 * Our build without the worker, in which any function of the user interface
 * crashes when a page's `crashIn` names it.
 */
export default async (env: ConfigEnv) => {
  const whole = await config(env);
  const plugins = whole.plugins?.flat().filter(isKept) ?? [];
  return { ...whole, plugins: [...plugins, crashing()] };
};

function isKept(plugin: PluginOption): boolean {
  const { name = '' } = plugin as { name?: string };
  return !name.startsWith('vite-plugin-pwa');
}

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
        `$& if (globalThis.crashIn === '$1') throw new Error('Crash in $1');`,
      );
    },
  };
}

import type { ConfigEnv, PluginOption } from 'vite';
import config from '../../vite.config.ts';

/** Our build but for the prerendering. */
export default async (env: ConfigEnv) => {
  const whole = await config(env);
  return { ...whole, plugins: whole.plugins?.filter(isKept) };
};

function isKept(plugin: PluginOption): boolean {
  const named = plugin as { name?: string };
  return named.name !== 'pear:prerender';
}

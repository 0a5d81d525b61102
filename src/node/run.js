// Runs one of our TypeScript programs through Vite: Node 20 cannot run
// TypeScript.
import { runnerImport } from 'vite';

const [program = '', ...args] = process.argv.slice(2);
try {
  const { module } = await runnerImport(program, { logLevel: 'error' });
  process.exitCode = (await module.main(args)) ?? 0;
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'UserError') throw error;
  console.error(error.message);
  process.exitCode = 1;
}

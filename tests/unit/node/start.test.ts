import { createServer, type ViteDevServer } from 'vite';
import { expect, test, vi } from 'vitest';
import { main } from '../../../src/node/start.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

vi.mock('vite', async (original) => ({
  ...(await original<typeof import('vite')>()),
  createServer: vi.fn(),
}));

test.for([
  'listen EACCES: permission denied 127.0.0.1:80',
  'Port 80 is already in use',
])('a port that cannot be had is a user error: %s', async (message) => {
  vi.stubEnv('DATA_DIR', temporaryFolder());
  vi.stubEnv('PORT', '80');
  const close = vi.fn();
  const listen = () => Promise.reject(new Error(message));
  vi.mocked(createServer).mockResolvedValue({
    listen,
    close,
  } as unknown as ViteDevServer);
  await expect(main(['dev'])).rejects.toMatchObject({
    name: 'UserError',
    message:
      'Port 80 is taken or not allowed; stop what uses it, or set PORT to a free one.',
  });
  expect(close).toHaveBeenCalled();
});

import { useEffect, useState } from 'react';
import { loadChunk } from '../async/load-chunk.ts';

type ForgetMeModule = typeof import('./forget-me.tsx');

/** Loads the button "Forget me", which few visitors need. A later mount tries again. */
export function ForgetMeOnDemand() {
  const [module, setModule] = useState<ForgetMeModule>();

  useEffect(() => {
    loadChunk('forms/forget-me', () => import('./forget-me.tsx'))
      .then(setModule)
      .catch(() => undefined);
  }, []);

  return module && <module.ForgetMe />;
}

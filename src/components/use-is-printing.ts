import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns whether the page is being printed, or shown as it would be printed. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);

  useEffect(() => {
    const printQuery = matchMedia('print');
    // The browser lays out the paper as soon as the listeners have run.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    const update = () => (printQuery.matches ? begin() : end());

    printQuery.addEventListener('change', update);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);

    return () => {
      printQuery.removeEventListener('change', update);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);

  return isPrinting;
}

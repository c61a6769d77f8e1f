/** Tells when the page is being printed, so that what only paper shows is rendered only then. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns the start of the printing under way, UTC; null otherwise. The system's own print command counts too. */
export function usePrinting(): string | null {
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    const begin = (): void => flushSync(() => setSince(new Date().toISOString()));
    const end = (): void => setSince(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return since;
}

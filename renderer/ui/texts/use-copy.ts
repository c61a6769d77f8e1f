/** Copies a text, and tells for two seconds what became of it. Never used for card data. */
import { useEffect, useState } from 'react';

export interface Copying {
  readonly state: 'idle' | 'copied' | 'failed';
  readonly copy: () => void;
}

export function useCopy(text: string): Copying {
  const [state, setState] = useState<Copying['state']>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    copy: () =>
      void navigator.clipboard.writeText(text).then(
        () => setState('copied'),
        () => setState('failed'),
      ),
  };
}

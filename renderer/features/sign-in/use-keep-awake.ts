/** Tells the main process that somebody is at the keyboard, which puts the idle lock off. */
import { useEffect } from 'react';
import { api } from '#renderer/session/api.ts';

/** At most once in this many ms: the idle lock counts in minutes. */
const pause = 5_000;

export function useStirring(someoneWorks: boolean): void {
  useEffect(() => {
    if (!someoneWorks) return undefined;
    let told = -Infinity;
    const stir = (): void => {
      const now = performance.now();
      if (now - told < pause) return;
      told = now;
      void api.session.stir(undefined);
    };
    const kinds = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, stir, { capture: true, passive: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, stir, { capture: true });
    };
  }, [someoneWorks]);
}

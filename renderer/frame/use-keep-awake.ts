/** Tells the main process that somebody is at the keyboard, which puts the idle lock off. */
import { useEffect } from 'react';
import { api } from '#renderer/session/api.ts';

/** At most once in this many ms: the idle lock counts in minutes. */
const pause = 5_000;

export function useKeepAwake(someoneWorks: boolean): void {
  useEffect(() => {
    if (!someoneWorks) return undefined;
    let told = -Infinity;
    const keepAwake = (): void => {
      const now = performance.now();
      if (now - told < pause) return;
      told = now;
      void api.session.keepAwake(undefined);
    };
    const kinds = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, keepAwake, { capture: true, passive: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, keepAwake, { capture: true });
    };
  }, [someoneWorks]);
}

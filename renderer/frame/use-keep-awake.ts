/** Postpones the idle lock: reports keyboard and pointer input to the main process. */
import { useEffect } from 'react';
import { api } from '#renderer/session/api.ts';

/** Shortest interval between two calls in ms. The idle lock counts in minutes. */
const shortestInterval = 5_000;

export function useKeepAwake(someoneWorks: boolean): void {
  useEffect(() => {
    if (!someoneWorks) return undefined;
    let lastCallAt = -Infinity;
    const keepAwake = (): void => {
      const now = performance.now();
      if (now - lastCallAt < shortestInterval) return;
      lastCallAt = now;
      void api.session.keepAwake(undefined);
    };
    const inputEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const event of inputEvents) window.addEventListener(event, keepAwake, { capture: true, passive: true });
    return () => {
      for (const event of inputEvents) window.removeEventListener(event, keepAwake, { capture: true });
    };
  }, [someoneWorks]);
}

/** Tells main what stands on the screen, for as long as it stands there. */
import { useEffect } from 'react';
import { api } from '#renderer/session/api.ts';

/** Keeps the window out of screenshots while card data is on it, where the seat and the system do so. */
export function useCardOnScreen(shown: boolean): void {
  useEffect(() => {
    if (!shown) return undefined;
    void api.seat.cardOnScreen({ shown: true });
    return () => void api.seat.cardOnScreen({ shown: false });
  }, [shown]);
}

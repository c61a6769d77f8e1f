/** Notes in the audit trail that a screen was sent to the printer, whichever command did it. */
import { useEffect, useEffectEvent } from 'react';
import { api } from '#renderer/session/api.ts';
import type { ScreenName } from '#renderer/session/navigation.tsx';

export function useNotedPrints(screen: ScreenName): void {
  const note = useEffectEvent(() => void api.seat.printed({ screen }));
  useEffect(() => {
    const onPrint = (): void => note();
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, []);
}

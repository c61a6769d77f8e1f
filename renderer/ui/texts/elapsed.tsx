/** Whole seconds since a moment, counted while something is awaited. */
import { useEffect, useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';

/** Seconds since `since` (epoch milliseconds), renewed when a second is full. */
export function useElapsedSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000));
}

/** `4 seconds`; a timer for assistive technology, which is not read out at every tick. */
export function Elapsed({ since }: { readonly since: number }) {
  const { t } = useText();
  const seconds = useElapsedSeconds(since);
  return (
    <span role="timer" aria-live="off">
      {t('wait.since', { count: seconds })}
    </span>
  );
}

/** Counts the whole seconds of a wait. */
import { useEffect, useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { Center } from '@mantine/core';

/** Returns the seconds since `since` (epoch milliseconds), updated once a second. */
export function useElapsedSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000));
}

/** Shows `4 seconds`. Its role is timer, so that screen readers do not announce every tick. */
export function Elapsed({ since }: { readonly since: number }) {
  const { t } = useText();
  const seconds = useElapsedSeconds(since);
  return (
    <span role="timer" aria-live="off">
      {t('wait.since', { count: seconds })}
    </span>
  );
}

/** Returns the whole seconds until `until` (epoch milliseconds), updated while there are any; 0 afterwards. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const over = now >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Names what is being loaded, once the wait is long enough to be noticed (300 ms). */
export function SlowNote({ of }: { readonly of: 'screen' | 'session' | 'loading' }) {
  const { t } = useText();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center component="p" mih={200} role="status">
      {late ? t(`wait.${of}`) : ''}
    </Center>
  );
}

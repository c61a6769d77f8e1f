/** Values as the screens show them: amounts of money, instants, waits, and e-mail addresses. */
import { type CSSProperties, Fragment, useEffect, useState } from 'react';
import { useFormats } from '#renderer/words/formats.ts';
import classes from './amount.module.css';
import { useText } from '#renderer/words/i18n.ts';
import { Center } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';

export function Amount({
  value,
  currencySign,
  size = 'body',
}: {
  /** Minor units. */
  readonly value: number;
  readonly currencySign: string;
  readonly size?: 'body' | 'hero';
}) {
  const { figure } = useFormats();
  const written = figure(value);
  return (
    <span
      className={classes.amount}
      data-size={size}
      {...(size === 'hero' && { style: { '--letters': written.length } as CSSProperties })}
    >
      <span className={classes.sign}>{currencySign}</span>
      {'\u00a0'}
      {written}
    </span>
  );
}

/** Shows a UTC instant in local time with its seconds in the title, and keeps the exact instant in the element. */
export function Moment({
  at,
  show = 'moment',
}: {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly show?: 'moment' | 'day' | 'time' | 'clock';
}) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={`${formats.day(at)}, ${formats.clock(at)}`}>
      {formats[show](at)}
    </time>
  );
}

/** An e-mail address that wraps after its dots and before the @, never inside a word. */
export function EmailText({ email }: { readonly email: string }) {
  const parts = email.split(/(?<=[.])|(?=@)/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Returns the time in epoch milliseconds, four times a second until this one. */
function useTime(until = Number.POSITIVE_INFINITY): number {
  const [now, setNow] = useState(() => Date.now());
  const over = now >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over]);
  return now;
}

/** Returns the whole seconds since `since` (epoch milliseconds). */
export const useElapsedSeconds = (since: number): number => Math.max(0, Math.floor((useTime() - since) / 1000));

/** Returns the whole seconds until `until` (epoch milliseconds); 0 afterwards. */
export const useSecondsLeft = (until: number): number => Math.max(0, Math.ceil((until - useTime(until)) / 1000));

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

/** Names what is being loaded, once the wait is long enough to be noticed (300 ms). */
export function SlowNote({ of }: { readonly of: 'screen' | 'session' | 'loading' }) {
  const { t } = useText();
  const [late, setLate] = useState(false);
  useTimeout(() => setLate(true), 300, { autoInvoke: true });
  return (
    <Center component="p" mih={200} role="status">
      {late ? t(`wait.${of}`) : ''}
    </Center>
  );
}

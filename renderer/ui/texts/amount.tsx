/** An amount of money: a small currency sign, and digits of equal width. */
import type { CSSProperties } from 'react';
import { useFormats } from '#renderer/words/formats.ts';
import classes from './amount.module.css';

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

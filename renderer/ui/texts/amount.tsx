/** An amount of money: a small currency sign, and digits of equal width. */
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
  return (
    <span className={classes.amount} data-size={size}>
      <span className={classes.sign}>{currencySign}</span>
      {'\u00a0'}
      {figure(value)}
    </span>
  );
}

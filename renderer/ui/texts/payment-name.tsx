/** Names a payment in one line: its customer, card and time. */
import { customerName, type Attempt } from '#shared/payments/attempt.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Moment } from './values.tsx';

export function PaymentName({ of }: { readonly of: Pick<Attempt, 'firstName' | 'lastName' | 'card' | 'startedAt'> }) {
  const { t } = useText();
  return (
    <p>
      <strong>{customerName(of)}</strong> · {cardWords(t, of.card)} · <Moment at={of.startedAt} />
    </p>
  );
}

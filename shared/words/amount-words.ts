/** Words for an approval whose amount the service did not confirm: what was asked for, what was answered, the next step. */
import { accountOf, type Account, type AccountedAttempt } from '#shared/ledger/account.ts';
import { stateKeys } from '#shared/ledger/listed-attempt.ts';
import type { AmountDoubt, Attempt } from '#shared/payments/attempt.ts';
import { cardWords } from './card-words.ts';
import type { OutcomeFormats, ReadText } from './outcome-texts.ts';
import type { OutcomeWords } from './outcome-told.ts';
import { quotedWords } from './quoted-words.ts';

/** Says in one sentence what the service answered instead of the requested amount. */
export function amountDoubtWords(t: ReadText, { kind, answered }: AmountDoubt): string {
  return t(`outcomes:amount.${kind}`, { answered: quotedWords(t, answered === '' ? null : answered, null) ?? '' });
}

/** Returns the sentences that an amount doubt adds; none where the amount is confirmed. */
export function amountReasons(
  t: ReadText,
  formats: OutcomeFormats,
  attempt: AccountedAttempt & Pick<Attempt, 'card' | 'currencySign'>,
): readonly string[] {
  const { amount, amountDoubt } = accountOf(attempt, false);
  if (amountDoubt === null) return [];
  const asked = { amount: formats.money(amount, attempt.currencySign), card: cardWords(t, attempt.card) };
  return [t('outcomes:amount.asked', asked), amountDoubtWords(t, amountDoubt)];
}

const effects = ['held', 'charged', 'captured', 'voided', 'refunded', 'unlisted'] as const;
const effectOf = ({ state, amountDoubt }: Account) =>
  amountDoubt === null ? undefined : effects.find((effect) => effect === state);

/** Says what happened to the money where its amount is unconfirmed; null where it is confirmed. */
export function amountTitle(t: ReadText, account: Account): string | null {
  const effect = effectOf(account);
  return effect === undefined ? null : t(`outcomes:amount.title.${effect}`);
}

/** Returns the state of a payment in a few words, as lists on paper and in files have it. */
export function stateWords(t: ReadText, account: Account): string {
  const effect = effectOf(account);
  return t(effect === undefined ? stateKeys[account.state] : `outcomes:amount.badge.${effect}`);
}

/** Returns the words of an approval for an unconfirmed amount; the same words where the amount is confirmed. */
export function withAmountDoubt<Words extends Omit<OutcomeWords, 'tone'>>(
  t: ReadText,
  formats: OutcomeFormats,
  attempt: AccountedAttempt & Pick<Attempt, 'card' | 'currencySign'>,
  words: Words,
): Words | OutcomeWords {
  const account = accountOf(attempt, false);
  const effect = effectOf(account);
  if (effect === undefined) return words;
  return {
    tone: 'unknown',
    title: t(`outcomes:amount.title.${effect}`),
    reasons: amountReasons(t, formats, attempt),
    next: t(`outcomes:amount.next.${effect}`),
  };
}

/** Words for an answer that came after the payment had another final state: the money, then who recorded what. */
import { operationFacts, type OperationFacts } from '#shared/payments/operations.ts';
import { amountDoubtOf, type Attempt, type Contradiction } from '#shared/payments/attempt.ts';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import type { Formats } from './formats.ts';
import type { Translate } from './i18n.ts';

const approvedMoney = {
  held: ['outcomes:lateAnswer.held', 'outcomes:lateAnswer.heldUnclear'],
  charged: ['outcomes:lateAnswer.charged', 'outcomes:lateAnswer.chargedUnclear'],
  captured: ['outcomes:lateAnswer.charged', 'outcomes:lateAnswer.chargedUnclear'],
  voided: ['outcomes:lateAnswer.voided', 'outcomes:lateAnswer.voidedUnclear'],
  refunded: ['outcomes:lateAnswer.refunded', 'outcomes:lateAnswer.refundedUnclear'],
  unlisted: ['outcomes:lateAnswer.unknown', 'outcomes:lateAnswer.unknown'],
} as const satisfies Readonly<Record<OperationFacts['result'], readonly [string, string]>>;

export function contradictionWords(
  t: Translate,
  { money, moment }: Pick<Formats, 'money' | 'moment'>,
  attempt: Attempt,
  { answered, resolution }: Contradiction,
) {
  const amount = money(attempt.amount, attempt.currencySign);
  // The answer counts for nothing until it is settled, so its amount is judged as that of an approval.
  const doubt = answered === 'approved' ? amountDoubtOf(attempt, 'approved') : null;
  const said =
    answered === 'approved'
      ? approvedMoney[operationFacts(attempt.operation).result][doubt === null ? 0 : 1]
      : (`outcomes:lateAnswer.${answered}` as const);
  const recorded = { state: t(`outcomes:state.${resolution.outcome}`), when: moment(resolution.at) };
  return {
    /** The service's statement about the money. */
    money: [t(said, { amount }), ...(doubt === null ? [] : [amountDoubtWords(t, doubt)])].join(' '),
    /** Who had recorded what, and when. */
    recorded:
      resolution.how === 'person'
        ? t('outcomes:lateAnswer.recordedBy', { ...recorded, operator: resolution.operatorName })
        : t('outcomes:lateAnswer.recordedByQuery', recorded),
  };
}

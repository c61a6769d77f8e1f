/** Words for an answer that came after the payment had another final state: the money, then who recorded what. */
import { operationFacts, type OperationFacts } from '#shared/payments/operations.ts';
import { countedAmount, type Attempt, type Contradiction } from '#shared/payments/attempt.ts';
import type { Formats } from './formats.ts';
import type { Translate } from './i18n.ts';

export interface ContradictionWords {
  /** The service's statement about the money. */
  readonly money: string;
  /** Who had recorded what, and when. */
  readonly recorded: string;
}

const approvedMoney = {
  held: 'outcomes:lateAnswer.held',
  charged: 'outcomes:lateAnswer.charged',
  captured: 'outcomes:lateAnswer.charged',
  unlisted: 'outcomes:lateAnswer.unknown',
} as const satisfies Readonly<Record<OperationFacts['result'], string>>;

export function contradictionWords(
  t: Translate,
  { money, moment }: Pick<Formats, 'money' | 'moment'>,
  attempt: Attempt,
  { answered, resolution }: Contradiction,
): ContradictionWords {
  const amount = money(countedAmount(attempt), attempt.currencySign);
  const said =
    answered === 'approved'
      ? approvedMoney[operationFacts(attempt.operation).result]
      : (`outcomes:lateAnswer.${answered}` as const);
  const recorded = { state: t(`outcomes:state.${resolution.outcome}`), when: moment(resolution.at) };
  return {
    money: t(said, { amount }),
    recorded:
      resolution.how === 'person'
        ? t('outcomes:lateAnswer.recordedBy', { ...recorded, operator: resolution.operatorName })
        : t('outcomes:lateAnswer.recordedByQuery', recorded),
  };
}

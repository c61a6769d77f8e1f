/** One hold in short: amount, time left, customer. */
import { Stack } from '@mantine/core';
import { accountOf } from '#shared/ledger/account.ts';
import { stillWaits } from '#shared/payments/hold-state.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { amountReasons } from '#shared/words/amount-words.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { customerName } from '#shared/words/customer-name.ts';
import { HoldStateMark } from '#renderer/features/holds/queue/hold-state.tsx';
import { TimeLeft } from '#renderer/features/holds/queue/time-left.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout, NamedValues } from '#renderer/ui/parts.tsx';

export function HoldFacts({
  hold,
  brief = false,
}: {
  readonly hold: Hold;
  /** Shows only what decides about the capture, because a form follows. */
  readonly brief?: boolean;
}) {
  const { t } = useText();
  const formats = useFormats();
  const { authorization } = hold;
  const { amountDoubt } = accountOf(authorization, false);
  const waits = stillWaits(hold.state);
  return (
    <Stack gap={4}>
      <div className={parts.room}>
        <Amount value={heldAmount(authorization)} currencySign={authorization.currencySign} size="hero" />
      </div>
      {amountDoubt !== null && <Callout tone="unknown">{amountReasons(t, formats, authorization).join(' ')}</Callout>}
      <p className={parts.strong}>{customerName(authorization)}</p>
      <p className={parts.soft}>
        {cardWords(t, authorization.card)}
        {' · '}
        {authorization.concept}
      </p>
      <NamedValues
        of={[
          { name: t('label.state'), value: !brief && <HoldStateMark state={hold.state} /> },
          { name: t('holds:states.open'), value: <Moment at={authorization.startedAt} /> },
          {
            name: t(hold.expiryIsEstimate ? 'holds:review.expiresEstimate' : 'holds:review.expires'),
            value: waits && !brief && <Moment at={hold.expiresAt} />,
          },
          { name: t('holds:columns.timeLeft'), value: waits && <TimeLeft hold={hold} /> },
          { name: t('holds:columns.operator'), value: !brief && authorization.operatorName },
        ]}
      />
    </Stack>
  );
}

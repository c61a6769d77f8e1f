/** One hold in short. Amount and customer stay in sight above what is brought into view below them. */
import { Stack } from '@mantine/core';
import { useText } from '#renderer/words/i18n.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { Amount, Moment } from '#renderer/ui/texts/values.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout, NamedValues } from '#renderer/ui/parts.tsx';
import classes from '#renderer/features/holds/holds.module.css';
import { accountOf } from '#shared/ledger/account.ts';
import { stillWaits } from '#shared/payments/hold-state.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { amountReasons } from '#shared/words/amount-words.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { customerName } from '#shared/payments/attempt.ts';
import { HoldStateMark, TimeLeft } from '#renderer/features/holds/queue/time-left.tsx';

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
    <>
      <Stack gap={4} className={classes.total}>
        <div className={parts.room}>
          <Amount value={heldAmount(authorization)} currencySign={authorization.currencySign} size="hero" />
        </div>
        <p className={parts.strong}>{customerName(authorization)}</p>
      </Stack>
      {amountDoubt !== null && <Callout tone="unknown">{amountReasons(t, formats, authorization).join(' ')}</Callout>}
      <Stack gap={4} className={classes.facts}>
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
    </>
  );
}

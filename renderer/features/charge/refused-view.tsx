/** A payment that the program did not send: why, and for one like an earlier payment, a reason that lets it go on. */
import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { holdsCardNumber } from '#shared/card.ts';
import type { Failure } from '#shared/failure.ts';
import { Amount } from '../../ui/amount.tsx';
import { useFormats } from '../../ui/formats.ts';
import { useText } from '../../ui/i18n.ts';
import { OutcomeBadge } from '../../ui/outcome-badge.tsx';
import { cardWords } from '../../ui/outcome-words.ts';
import { Problem } from '../../ui/problem.tsx';
import { useMayAct } from '../../ui/session.tsx';
import { KeyHint } from '../../ui/shortcuts.tsx';
import { mendKeys } from './result-view.tsx';
import classes from './result-view.module.css';
import type { Phase } from './payment-phase.ts';
import type { Payment } from './use-payment.ts';

export function RefusedView({
  phase,
  payment,
}: {
  readonly phase: Extract<Phase, { kind: 'refused' }>;
  readonly payment: Payment;
}) {
  const { t } = useText();
  return (
    <div className={classes.result}>
      <Problem failure={phase.failure} />
      {phase.failure.kind === 'duplicate' && <Earlier failure={phase.failure} onReason={payment.overrideWith} />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
          rightSection={<KeyHint keys={mendKeys} />}
          onClick={payment.mend}
        >
          {t('charge:review.back')}
        </Button>
      </div>
      <p className={classes.note}>{t('charge:result.cardCleared')}</p>
    </div>
  );
}

function Earlier({
  failure,
  onReason,
}: {
  readonly failure: Extract<Failure, { kind: 'duplicate' }>;
  readonly onReason: (reason: string) => void;
}) {
  const { t } = useText();
  const formats = useFormats();
  const supervisor = useMayAct('supervisor');
  const may = failure.needs === 'reason' || supervisor;
  return (
    <>
      <h2 className={classes.subtitle}>{t('charge:duplicate.earlier')}</h2>
      <ul className={classes.earlier}>
        {failure.earlier.map((attempt) => (
          <li key={attempt.id}>
            <OutcomeBadge attempt={attempt} />
            <Amount value={attempt.amount} currencySign={attempt.currencySign} />
            <span>{cardWords(t, attempt.card)}</span>
            <span>
              {t('charge:duplicate.by', {
                operator: attempt.operatorName,
                when: formats.moment(attempt.startedAt),
              })}
            </span>
          </li>
        ))}
      </ul>
      {may ? <ReasonForm onReason={onReason} /> : <p>{t('charge:duplicate.ask')}</p>}
    </>
  );
}

function ReasonForm({ onReason }: { readonly onReason: (reason: string) => void }) {
  const { t } = useText();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problem =
    reason.trim() === ''
      ? t('charge:duplicate.reasonRequired')
      : holdsCardNumber(reason)
        ? t('charge:problem.cardNumberHere')
        : null;
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      className={classes.reason}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onReason(reason.trim());
        else {
          setTried(true);
          input.current?.focus();
        }
      }}
    >
      <TextInput
        ref={input}
        label={t('charge:duplicate.reason')}
        value={reason}
        maxLength={200}
        autoComplete="off"
        error={tried ? problem : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" rightSection={<KeyHint keys="Enter" />}>
          {t('charge:duplicate.goOn')}
        </Button>
      </div>
    </form>
  );
}

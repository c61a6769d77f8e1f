/** The duplicate guard beside the form: earlier payments like this one, and the reason why this is another. */
import { Button, Stack } from '@mantine/core';
import type { LookalikeAnswer } from '#shared/ledger/lookalikes.ts';
import { useMayAct, useReach, useSession } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import classes from './lookalike-list.module.css';
import type { GuardedPayment, Override } from '#renderer/features/charge/payment-phase.ts';
import { ReasonForm } from './reason-form.tsx';
import type { Payment } from '#renderer/features/charge/use-payment.ts';
import parts from '#renderer/ui/parts.module.css';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { customerName, effectiveState } from '#shared/payments/attempt.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';

/** @param given the reason that settles it already */
export function LookalikePanel({
  found,
  guarded,
  given,
  payment,
}: {
  readonly found: Extract<LookalikeAnswer, { kind: 'found' }>;
  readonly guarded: GuardedPayment;
  readonly given: Override | null;
  readonly payment: Payment;
}) {
  const { t } = useText();
  const supervisor = useMayAct('supervisor');
  const more = found.count - found.earlier.length;
  return (
    <Stack component="section" gap={8} aria-label={t('charge:guard.title', { count: found.count })}>
      <div role="status">
        <h3 className={classes.title}>{t('charge:guard.title', { count: found.count })}</h3>
      </div>
      <LookalikeList earlier={found.earlier} wide={false} />
      {more > 0 && <p className={parts.note}>{t('charge:guard.more', { count: more })}</p>}
      {given === null ? (
        <ReasonForm
          payment={guarded}
          needsApproval={found.needs === 'supervisor' && !supervisor}
          takesFocus={false}
          onReason={payment.overrideWith}
        />
      ) : (
        <Stack gap={8} align="flex-start">
          <p>{t('charge:guard.given', { reason: given.reason })}</p>
          <Button size="compact-sm" onClick={payment.withdrawReason}>
            {t('charge:guard.change')}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

/** @param wide in the middle of the screen; otherwise in the summary column */
export function LookalikeList({
  earlier,
  wide,
}: {
  readonly earlier: readonly ListedAttempt[];
  readonly wide: boolean;
}) {
  const { t } = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { operator } = useSession();
  const reach = useReach();
  return (
    <ul className={classes.earlier} data-wide={wide}>
      {earlier.map((attempt) => {
        // As History shows it to each role.
        const shown =
          reach !== 'own' || attempt.operatorName === operator?.name || effectiveState(attempt) === 'unknown';
        const when = formats.moment(attempt.startedAt);
        return (
          <li key={attempt.id}>
            <OutcomeBadge attempt={attempt} />
            <Amount value={attempt.amount} currencySign={attempt.currencySign} />
            <span className={classes.customer}>{customerName(attempt)}</span>
            <span className={parts.note}>{t('charge:duplicate.by', { operator: attempt.operatorName, when })}</span>
            {shown && (
              <Button
                size="compact-sm"
                variant="subtle"
                fz="var(--font-small)"
                aria-label={t('charge:guard.seeWhich', { when })}
                onClick={() => go('history', attempt.id)}
              >
                {t('charge:guard.see')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

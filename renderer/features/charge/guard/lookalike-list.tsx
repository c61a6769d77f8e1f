/** Earlier payments like the one that is keyed: when, how much, what became of it, for whom, by whom. */
import { Button } from '@mantine/core';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { useReach, useSession } from '#renderer/session/session.tsx';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { customerName } from '#shared/words/customer-name.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './lookalike-list.module.css';
import parts from '#renderer/ui/parts.module.css';

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

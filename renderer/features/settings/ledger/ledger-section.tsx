/** The ledger section: where payments are recorded, its backups, and the removal of old payments. */
import type { LedgerStatus } from '#shared/seat/settings.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { ledgerReasonWords, updatingWords } from '#renderer/words/ledger/ledger-reason-words.ts';
import { useText } from '#renderer/words/i18n.ts';
import { LedgerCare } from './ledger-care.tsx';
import { LedgerChoiceForm } from './ledger-choice-form.tsx';
import { isInOrder, LedgerCondition } from './ledger-condition.tsx';
import { LedgerMove } from './ledger-move.tsx';
import { PurgeForm } from './purge-form.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';

function stateOf(ledger: LedgerStatus): 'works' | 'worksFaulty' | 'away' {
  if (!ledger.available) return 'away';
  return isInOrder(ledger) ? 'works' : 'worksFaulty';
}

export function LedgerSection() {
  const { t } = useText();
  const ledger = useCall('ledger', 'status', undefined).data;
  // Kept here because the form remounts with the new choice and still has to report the result.
  const choose = useAction('ledger', 'choose');
  if (ledger === undefined) return null;
  return (
    <div className={classes.section}>
      <p className={parts.text}>{t('settings:ledger.intro')}</p>
      <Callout tone={isInOrder(ledger) ? 'approved' : 'unknown'} role="status">
        <p>
          <strong>{t(`settings:ledger.${stateOf(ledger)}`)}</strong>
          {ledger.reason !== null && <> {ledgerReasonWords(t, ledger.reason)}</>}
          {ledger.updating !== null && <> {updatingWords(t, ledger.updating)}</>}
        </p>
        {ledger.detail !== '' && <p className={parts.mono}>{ledger.detail}</p>}
        {ledger.keyDiffers && (
          <p>
            {t('common:banner.keyDiffers')} {t('common:banner.keyDiffersNext')}
          </p>
        )}
        <LedgerCondition ledger={ledger} />
        {ledger.keptFile !== null && (
          <p>
            {t('settings:ledger.keptFile')} <span className={parts.mono}>{ledger.keptFile}</span>
          </p>
        )}
      </Callout>
      <LedgerChoiceForm key={JSON.stringify(ledger.choice)} current={ledger.choice} choose={choose} />
      {ledger.choice.engine === 'postgres' && <LedgerMove />}
      <LedgerCare embedded={ledger.choice.engine === 'sqlite'} />
      <PurgeForm />
    </div>
  );
}

/** Faults of a ledger that can be used: promises of its server, a change of server, and damaged rows. */
import { Button } from '@mantine/core';
import type { LedgerStatus } from '#shared/seat/settings.ts';
import { useAction } from '#renderer/session/api.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { lostPayments } from '#renderer/words/ledger/lost-payments.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';

export function LedgerCondition({ ledger }: { readonly ledger: LedgerStatus }) {
  const { t } = useText();
  const accept = useAction('ledger', 'acceptServer');
  const mayAccept = useMayAct('supervisor');
  return (
    <>
      {ledger.forbidden && (
        <p>
          {t('common:banner.ledgerForbidden')} {t('settings:ledger.forbiddenNext')}
        </p>
      )}
      {ledger.unkept.length > 0 && (
        <p>
          {t('common:banner.unkept')} {t('common:banner.unkeptNext', { settings: ledger.unkept.join(', ') })}
        </p>
      )}
      {ledger.otherServer !== null && (
        <>
          <p>
            {t('common:banner.otherServer')} {lostPayments(t, ledger.otherServer)}
          </p>
          {mayAccept && (
            <Button variant="default" loading={accept.isPending} onClick={() => accept.mutate(undefined)}>
              {t('settings:ledger.acceptServer')}
            </Button>
          )}
          {accept.error !== null && <FailureNotice failure={accept.error.failure} />}
        </>
      )}
      {ledger.checking !== null && <p>{t('settings:ledger.checking', ledger.checking)}</p>}
      {ledger.damaged > 0 && (
        <p>
          {t('common:banner.damaged', { count: ledger.damaged })} {t('common:banner.damagedNext')}
        </p>
      )}
    </>
  );
}

/** True when payments are recorded and nothing is wrong with the ledger. */
export const isInOrder = (ledger: LedgerStatus): boolean =>
  ledger.available &&
  !ledger.forbidden &&
  !ledger.keyDiffers &&
  ledger.unkept.length === 0 &&
  ledger.otherServer === null &&
  ledger.damaged === 0;

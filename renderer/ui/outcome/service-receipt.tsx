/** Opens the service's own receipt. Asks first, naming the host, when that is not the merchant's own service. */
import { Button, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { ReceiptLink } from '#shared/payments/receipt-link.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { Dialog, DialogFoot } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

export function ServiceReceipt({
  attempt,
  label,
  link,
}: {
  readonly attempt: Attempt;
  readonly label: string;
  readonly link: ReceiptLink;
}) {
  const { t } = useText();
  const open = useAction('history', 'openReceipt');
  const [asking, setAsking] = useState(false);
  const known = useKnownHost(attempt, link.host);
  const openReceipt = (): void => {
    setAsking(false);
    open.mutate({ id: attempt.id });
  };
  const start = known ? openReceipt : () => setAsking(true);
  return (
    <>
      <KeyButton icon={IconExternalLink} onClick={start}>
        {label}
      </KeyButton>
      {open.error !== null && <FailureNotice failure={open.error.failure} act="giving" />}
      {asking && (
        <Dialog onClose={() => setAsking(false)} title={t('outcomes:receiptLink.title')}>
          <Stack gap={16}>
            <p>{t('outcomes:receiptLink.body')}</p>
            <Callout tone="plain">
              <bdi dir="ltr" className={parts.strong}>
                {link.host}
              </bdi>
            </Callout>
            <p>{t('outcomes:receiptLink.check')}</p>
            <DialogFoot>
              <Button onClick={() => setAsking(false)} data-autofocus>
                {t('action.cancel')}
              </Button>
              <Button variant="filled" onClick={openReceipt}>
                {t('outcomes:receiptLink.open')}
              </Button>
            </DialogFoot>
          </Stack>
        </Dialog>
      )}
    </>
  );
}

/** True when nothing has to be asked: main opens only its own gateway's receipts in training, and the host is the service's. */
function useKnownHost(attempt: Attempt, host: string): boolean {
  const { merchant } = useSession().merchant;
  if (attempt.environment === 'training') return true;
  return attempt.merchantId === merchant.id && new URL(merchant.baseUrl).host === host;
}

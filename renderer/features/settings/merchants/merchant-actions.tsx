/** Activates a merchant for this seat's payments, or removes it. Both ask for confirmation. */
import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Environment } from '#shared/environment.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { useAction } from '#renderer/session/api.ts';
import { usePolicy } from '#renderer/session/policy.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { ConfirmDialog } from '#renderer/features/settings/confirm-dialog.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import { IconLine } from '#renderer/ui/parts.tsx';

const consequences = {
  training: 'settings:merchants.useConfirmTraining',
  test: 'settings:merchants.useConfirmTest',
  production: 'settings:merchants.useConfirmProduction',
} as const satisfies Record<Environment, string>;

export function MerchantActions({ view, onRemoved }: { readonly view: MerchantView; readonly onRemoved: () => void }) {
  const { t } = useText();
  const [asking, setAsking] = useState<'use' | 'remove' | null>(null);
  const activate = useAction('merchants', 'activate');
  const remove = useAction('merchants', 'remove');
  const mayChange = usePolicy().merchants !== 'none';
  const mayRemove = useMayAct('supervisor') && mayChange;
  const { id, name, environment } = view.merchant;
  /** Has the focus while the merchant is activated, for what is asked meanwhile. */
  const use = useRef<HTMLButtonElement>(null);
  const close = (): void => setAsking(null);
  return (
    <div className={classes.row}>
      {view.active ? (
        <IconLine icon={IconCircleCheckFilled} tone="approved">
          {t('settings:merchants.active')}
        </IconLine>
      ) : (
        <Button
          ref={use}
          variant="default"
          disabled={!view.allowed}
          loading={activate.isPending}
          onClick={() => setAsking('use')}
        >
          {t('settings:merchants.use')}
        </Button>
      )}
      {!view.builtIn && mayRemove && (
        <Button
          variant="default"
          disabled={view.active}
          title={view.active ? t('settings:merchants.removeActive') : undefined}
          onClick={() => setAsking('remove')}
        >
          {t('settings:merchants.remove')}
        </Button>
      )}
      {activate.error !== null && <FailureNotice failure={activate.error.failure} />}
      {asking === 'use' && (
        <ConfirmDialog
          title={t('settings:merchants.useConfirmTitle', { name })}
          confirm={t('settings:merchants.use')}
          onConfirm={() => {
            use.current?.focus();
            close();
            activate.mutate({ merchantId: id });
          }}
          onClose={close}
        >
          <p>{t(consequences[environment])}</p>
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          grave
          title={t('settings:merchants.removeTitle', { name })}
          confirm={t('settings:merchants.removeConfirm')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { merchantId: id },
              {
                onSuccess: () => {
                  close();
                  onRemoved();
                },
              },
            )
          }
          onClose={close}
        >
          <p>{t('settings:merchants.removeText')}</p>
          {remove.error !== null && <FailureNotice failure={remove.error.failure} />}
        </ConfirmDialog>
      )}
    </div>
  );
}

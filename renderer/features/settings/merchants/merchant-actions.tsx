/** Both ends of a merchant's page: its head, and below its settings the connection check, its activation and its removal. */
import { Button, Stack } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { useAction } from '#renderer/session/api.ts';
import { usePolicy, useMayAct } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { ConfirmDialog } from '#renderer/ui/dialog.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import page from './merchants.module.css';
import { IconLine, Callout } from '#renderer/ui/parts.tsx';
import { ConnectionCheck } from './connection-check.tsx';
import parts from '#renderer/ui/parts.module.css';

export function MerchantActions({
  view,
  unsaved,
  onRemoved,
}: {
  readonly view: MerchantView;
  /** True when the form has changes, which the check does not see. */
  readonly unsaved: boolean;
  readonly onRemoved: () => void;
}) {
  const { t } = useText();
  const mayChange = usePolicy().merchants !== 'none';
  const isSupervisor = useMayAct('supervisor');
  return (
    <Stack component="section" gap={12} aria-label={t('settings:groups.actions')}>
      <h3 className={parts.strong}>{t('settings:groups.actions')}</h3>
      {isSupervisor && <ConnectionCheck merchantId={view.merchant.id} unsaved={unsaved} />}
      <div className={classes.row}>
        {!view.active && <UseMerchant view={view} />}
        {!view.builtIn && isSupervisor && mayChange && <RemoveMerchant view={view} onRemoved={onRemoved} />}
      </div>
    </Stack>
  );
}

function UseMerchant({ view }: { readonly view: MerchantView }) {
  const { t } = useText();
  const { id, name, environment } = view.merchant;
  const activate = useAction('merchants', 'activate');
  const [asking, setAsking] = useState(false);
  /** Has the focus while the merchant is activated, for what is asked meanwhile. */
  const use = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={use} disabled={!view.allowed} loading={activate.isPending} onClick={() => setAsking(true)}>
        {t('settings:merchants.use')}
      </Button>
      {activate.error !== null && <FailureNotice failure={activate.error.failure} act="recording" />}
      {asking && (
        <ConfirmDialog
          title={t('settings:merchants.useConfirmTitle', { name })}
          confirm={t('settings:merchants.use')}
          onConfirm={() => {
            use.current?.focus();
            setAsking(false);
            activate.mutate({ merchantId: id });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t(`settings:merchants.useConfirm.${environment}`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function RemoveMerchant({ view, onRemoved }: { readonly view: MerchantView; readonly onRemoved: () => void }) {
  const { t } = useText();
  const { id, name } = view.merchant;
  const remove = useAction('merchants', 'remove');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button disabled={view.active} onClick={() => setAsking(true)}>
        {t('settings:remove')}
      </Button>
      {view.active && <p className={parts.note}>{t('settings:merchants.removeActive')}</p>}
      {asking && (
        <ConfirmDialog
          grave
          title={t('settings:merchants.removeTitle', { name })}
          confirm={t('settings:merchants.removeConfirm')}
          busy={remove.isPending}
          onConfirm={() => {
            const close = (): void => {
              setAsking(false);
              onRemoved();
            };
            remove.mutate({ merchantId: id }, { onSuccess: close });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('settings:merchants.removeText')}</p>
          {remove.error !== null && <FailureNotice failure={remove.error.failure} act="recording" />}
        </ConfirmDialog>
      )}
    </>
  );
}

export function MerchantHead({ view }: { readonly view: MerchantView | null }) {
  const { t } = useText();
  return (
    <div className={page.editorHead}>
      <h2 className={parts.strong}>{view === null ? t('settings:merchants.newTitle') : view.merchant.name}</h2>
      {view?.active === true && (
        <IconLine icon={IconCircleCheckFilled} tone="approved">
          {t('settings:merchants.active')}
        </IconLine>
      )}
    </div>
  );
}

/** Warns that the company's policy does not allow a merchant as it is set up here. */
export function NotAllowed() {
  const { t } = useText();
  return (
    <Callout tone="unknown">
      {t('banners:merchantNotAllowed')} {t('banners:merchantNotAllowedNext')}
    </Callout>
  );
}

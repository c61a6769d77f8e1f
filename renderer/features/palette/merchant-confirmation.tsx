/** Asks before another merchant is put into use, and says what that means for the money. */
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Environment } from '#shared/environment.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { useText } from '#renderer/words/i18n.ts';
import { DialogFoot } from '#renderer/ui/dialog.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './palette.module.css';

const consequence = {
  production: 'settings:merchants.useConfirmProduction',
  test: 'settings:merchants.useConfirmTest',
  training: 'settings:merchants.useConfirmTraining',
} as const satisfies Readonly<Record<Environment, string>>;

export function MerchantConfirmation({
  merchant,
  pending,
  onConfirm,
  onBack,
  children,
}: {
  readonly merchant: Merchant;
  readonly pending: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
  /** Notice of a failure, if there was one. */
  readonly children: ReactNode;
}) {
  const { t } = useText();
  const confirm = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => confirm.current?.focus(), []);
  return (
    <div
      className={classes.question}
      role="group"
      aria-label={t('settings:merchants.useConfirmTitle', { name: merchant.name })}
    >
      <p className={classes.title}>{t('settings:merchants.useConfirmTitle', { name: merchant.name })}</p>
      <p>{t(consequence[merchant.environment])}</p>
      {children}
      <DialogFoot>
        <Button variant="default" onClick={onBack}>
          {t('palette:back')}
        </Button>
        <KeyButton ref={confirm} loading={pending} keys="Enter" onClick={onConfirm}>
          {t('settings:merchants.use')}
        </KeyButton>
      </DialogFoot>
    </div>
  );
}

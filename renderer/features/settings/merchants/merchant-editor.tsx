/** One merchant: its form, its connection check, and its activation. */
import { Button } from '@mantine/core';
import { Callout } from '#renderer/ui/parts.tsx';
import { useLayoutEffect, useRef } from 'react';
import type { HeldSecret, Merchant, MerchantView } from '#shared/seat/merchant.ts';
import { misplacedWords } from '#renderer/words/failure-words.ts';
import { Saved } from '#renderer/form/saved.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { FileReadsContext } from '#renderer/features/settings/files/file-reads.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { ConnectionCheck } from './connection-check.tsx';
import { MerchantActions } from './merchant-actions.tsx';
import { DefaultFields, KeyFields, MerchantFields, MerchantPaymentFields } from './merchant-fields.tsx';
import { NotAllowed } from './not-allowed.tsx';
import { ReceiptFields } from './receipt-fields.tsx';
import { TaxFields } from './tax-fields.tsx';
import { useMerchantEditor } from './use-merchant-editor.ts';
import classes from './merchants.module.css';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

const unset: HeldSecret = { set: false, ending: null };
const nothingStored: MerchantView['has'] = { cclw: unset, apiKey: unset, clientCertificate: unset };

export function MerchantEditor({
  base,
  view,
  onSaved,
  onRemoved,
}: {
  readonly base: Merchant;
  /** Null for a merchant that is not saved yet. */
  readonly view: MerchantView | null;
  readonly onSaved: (view: MerchantView) => void;
  readonly onRemoved: () => void;
}) {
  const { t } = useText();
  const has = view?.has ?? nothingStored;
  const editor = useMerchantEditor(base, has, view?.elsewhere ?? null, onSaved);
  const { form, save, issues } = editor;
  useShortcuts({ 'Mod+S': save });
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (issues > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [issues]);
  return (
    <form
      ref={box}
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={classes.editorHead}>
        <h2 className={parts.strong}>{view === null ? t('settings:merchants.newTitle') : view.merchant.name}</h2>
        {view !== null && <MerchantActions view={view} onRemoved={onRemoved} />}
      </div>
      {view !== null && !view.allowed && <NotAllowed />}
      {view !== null && !has.cclw.set && (
        <Callout tone="unknown">
          {t('settings:merchants.notReady', { missing: t('settings:merchants.missing.cclw') })}
        </Callout>
      )}
      {view !== null && view.merchant.taxRates === null && (
        <Callout tone="unknown">{t('settings:tax.notChosen')}</Callout>
      )}
      {view !== null && view.elsewhere !== null && (
        <Callout tone="unknown">
          {t('settings:merchants.elsewhere')} {misplacedWords(t, view.elsewhere)}{' '}
          {t('settings:merchants.elsewhereNext')}
        </Callout>
      )}
      <div className={classes.editorBody}>
        <MerchantFields form={form} />
        <FileReadsContext value={editor.reads}>
          <KeyFields editor={editor} has={has} />
          <MerchantPaymentFields form={form} />
          <TaxFields form={form} />
          <DefaultFields form={form} />
          <ReceiptFields form={form} />
          <AdvancedFields form={form} />
        </FileReadsContext>
        {view !== null && <ConnectionCheck merchantId={view.merchant.id} unsaved={editor.dirty} />}
      </div>
      <div className={classes.editorFoot}>
        {editor.failure !== null && <FailureNotice failure={editor.failure} />}
        <div className={common.row}>
          <Button type="submit" loading={editor.saving} rightSection={<KeyHint keys="Mod+S" />}>
            {t('settings:save')}
          </Button>
          {(editor.dirty || view === null) && (
            <Button
              variant="default"
              onClick={() => {
                editor.discard();
                if (view === null) onRemoved();
              }}
            >
              {t('settings:merchants.discard')}
            </Button>
          )}
          <p className={parts.note} role="status">
            {issues > 0 ? (
              <span className={parts.wrong}>{t('settings:issues.summary', { count: issues })}</span>
            ) : editor.dirty ? (
              t('settings:merchants.unsaved')
            ) : editor.saved ? (
              <Saved />
            ) : (
              ''
            )}
          </p>
        </div>
      </div>
    </form>
  );
}

/** One merchant: its form, its connection check, and its activation. */
import { Button } from '@mantine/core';
import { Callout, Form } from '#renderer/ui/parts.tsx';
import { useRef, useState } from 'react';
import type { HeldSecret, Merchant, MerchantView } from '#shared/seat/merchant.ts';
import { misplacedWords } from '#renderer/words/failure-words.ts';
import { Saved } from '#renderer/form/setting-form.tsx';
import { useIssueFocus } from '#renderer/form/issue-focus.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { FileReadsContext, readCertificatePem, FileField } from '#renderer/features/settings/files/file-field.tsx';
import { MerchantActions, MerchantHead, NotAllowed } from './merchant-actions.tsx';
import { CustomFields, KeyFields } from './merchant-fields.tsx';
import { MerchantField, MerchantGroup } from './merchant-group.tsx';
import { TaxFields } from './tax-fields.tsx';
import { useMerchantEditor, type MerchantForm } from './use-merchant-editor.ts';
import classes from './merchants.module.css';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { IconChevronRight } from '@tabler/icons-react';
import { StoredSecret } from '#renderer/features/settings/secrets/secret-field.tsx';
import { settingsOf } from './keyed-settings.ts';

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
  const { form, save, issues, tries } = editor;
  useShortcuts({ 'Mod+S': save });
  const box = useRef<HTMLFormElement>(null);
  useIssueFocus(box, tries);
  return (
    <Form ref={box} className={classes.editor} onSend={save}>
      <MerchantHead view={view} />
      {view !== null && <MerchantNotes view={view} />}
      <div className={classes.editorBody}>
        <MerchantGroup form={form} group="merchant">
          <MerchantField form={form} name="name" />
          <MerchantField form={form} name="baseUrl" />
          <MerchantField form={form} name="environment" />
        </MerchantGroup>
        <FileReadsContext value={editor.reads}>
          <KeyFields editor={editor} has={has} />
          <MerchantGroup form={form} group="payments">
            <MerchantField form={form} name="authorizeFamily" />
            <MerchantField form={form} name="sellFamily" />
          </MerchantGroup>
          <TaxFields form={form} />
          <MerchantGroup form={form} group="defaults" />
          <CustomFields form={form} />
          <MerchantGroup form={form} group="receipt" note={t('settings:groups.receiptText')} />
          <AdvancedFields form={form} />
        </FileReadsContext>
        {view !== null && <MerchantActions view={view} unsaved={editor.dirty} onRemoved={onRemoved} />}
      </div>
      <div className={classes.editorFoot}>
        {editor.failure !== null && <FailureNotice failure={editor.failure} act="recording" />}
        <div className={common.row}>
          <KeyButton variant="filled" type="submit" loading={editor.saving} keys="Mod+S">
            {t('settings:save')}
          </KeyButton>
          {(editor.dirty || view === null) && (
            <Button
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
            ) : (
              editor.dirty && t('settings:merchants.unsaved')
            )}
          </p>
          {editor.saved && <Saved />}
        </div>
      </div>
    </Form>
  );
}

/** Why payments of the merchant are not as they could be. */
function MerchantNotes({ view: { merchant, has, allowed, elsewhere } }: { readonly view: MerchantView }) {
  const { t } = useText();
  return (
    <>
      {!allowed && <NotAllowed />}
      {!has.cclw.set && (
        <Callout tone="unknown">
          {t('settings:merchants.notReady', { missing: t('settings:merchants.missing.cclw') })}
        </Callout>
      )}
      {merchant.taxRates === null && <Callout tone="unknown">{t('settings:tax.notChosen')}</Callout>}
      {elsewhere !== null && (
        <Callout tone="unknown">
          {t('settings:merchants.elsewhere')} {misplacedWords(t, elsewhere)} {t('settings:merchants.elsewhereNext')}
        </Callout>
      )}
    </>
  );
}

/** Fields inside the fold, which opens when one of them has an issue. */
const folded: readonly string[] = [
  ...(['collector', 'form', 'connection'] as const).flatMap(settingsOf),
  'proxyUrl',
  'extraCa',
];

/** Parts that differ between service operators, folded away because the defaults are the usual values. */
function AdvancedFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const wrong = folded.some((field) => form.errors[field] !== undefined);
  return (
    <details
      className={classes.advanced}
      open={opened || wrong}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={18} aria-hidden />
        <span>{t('settings:groups.advanced')}</span>
        <span className={`${parts.note} ${classes.advancedNote}`}>{t('settings:groups.advancedText')}</span>
      </summary>
      <MerchantGroup form={form} group="collector" note={t('settings:groups.collectorText')} />
      <MerchantGroup form={form} group="form" />
      <MerchantGroup form={form} group="connection">
        <MerchantField form={form} name="proxy" />
        {form.values.proxy === 'url' && <MerchantField form={form} name="proxyUrl" />}
        <AuthorityField form={form} />
      </MerchantGroup>
    </details>
  );
}

function AuthorityField({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const [replacing, setReplacing] = useState(false);
  const { extraCa } = form.values;
  const [first] = useState(extraCa);
  if (extraCa !== null && !replacing) {
    return (
      <StoredSecret
        label={t('settings:fields.extraCa')}
        words={t('settings:fields.extraCaStored')}
        error={form.errors['extraCa']}
        removed={false}
        takesFocus={extraCa !== first}
        onReplace={() => setReplacing(true)}
        onRemove={() => {
          setReplacing(true);
          form.setFieldValue('extraCa', null);
        }}
        onKeep={() => setReplacing(false)}
      />
    );
  }
  return (
    <FileField
      label={t('settings:fields.extraCa')}
      hint={t('settings:fields.extraCaHint')}
      accept=".pem,.crt,.cer"
      read={readCertificatePem}
      error={form.errors['extraCa'] === undefined ? undefined : t('settings:issues.other')}
      takesFocus={replacing}
      onText={(text) => form.setFieldValue('extraCa', text)}
    />
  );
}

/** Parts that differ between service operators, folded away because the defaults are the usual values. */
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { readCertificatePem, FileField } from '#renderer/features/settings/files/file-field.tsx';
import { StoredSecret } from '#renderer/features/settings/secrets/secret-field.tsx';
import { settingsOf } from './keyed-settings.ts';
import { MerchantField, MerchantGroup } from './merchant-group.tsx';
import type { MerchantForm } from './use-merchant-editor.ts';
import classes from './merchants.module.css';
import parts from '#renderer/ui/parts.module.css';

/** Fields inside the fold, which opens when one of them has an issue. */
const folded: readonly string[] = [
  ...(['collector', 'form', 'connection'] as const).flatMap(settingsOf),
  'proxyUrl',
  'extraCa',
];

export function AdvancedFields({ form }: { readonly form: MerchantForm }) {
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
  if (extraCa !== null && !replacing) {
    return (
      <StoredSecret
        label={t('settings:fields.extraCa')}
        words={t('settings:fields.extraCaStored')}
        error={form.errors['extraCa']}
        removed={false}
        onReplace={() => setReplacing(true)}
        onRemove={() => form.setFieldValue('extraCa', null)}
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
      onText={(text) => form.setFieldValue('extraCa', text)}
    />
  );
}

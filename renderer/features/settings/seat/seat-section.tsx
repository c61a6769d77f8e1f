/** Settings of this seat: name, language and appearance. Language and appearance take effect at once. */
import { Input, SegmentedControl, Button } from '@mantine/core';
import { useState } from 'react';
import {
  isPersonalSetting,
  seatSettingsSchema,
  seatChoiceNames,
  type SeatChoiceName,
  type SeatSettings,
} from '#shared/seat/settings.ts';
import { languageChoices } from '#shared/languages.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import { Saved, SettingForm } from '#renderer/form/setting-form.tsx';
import { useIsManaged, usePolicy, useMayAct, useSession } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Part, Callout, IconLine } from '#renderer/ui/parts.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { AboutProgram, UpdatesPart } from './about-program.tsx';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { vault } from '#shared/contract/groups/vault.ts';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

/** The words of every choice. A choice without words does not compile. */
type ChoiceWords = {
  readonly [Name in Exclude<SeatChoiceName, 'language'>]: {
    readonly label: string;
    readonly options: Readonly<Record<SeatSettings[Name], string>>;
  };
} & { readonly language: { readonly label: string } };

export function SeatSection() {
  const { t } = useText();
  const { settings } = useSession();
  const mayChangeAll = useMayAct('supervisor');
  const printsDocuments = useMayAct('back-office');
  const rename = useAction('seat', 'save');
  const save = useAction('seat', 'save');
  const languageIsManaged = useIsManaged('language');
  /** Choices on their way to main. The next one builds on them. */
  const [unsaved, setUnsaved] = useState<SeatSettings | null>(null);
  const shown = unsaved ?? settings;
  const choices: ChoiceWords = t('settings:seat.choices', { returnObjects: true });
  return (
    <div className={classes.section}>
      {mayChangeAll && (
        <SettingForm
          layout="line"
          schema={seatSettingsSchema}
          rows={[{ name: 'seat', label: t('settings:seat.name'), hint: t('settings:seat.nameHint') }]}
          start={settings}
          action={rename}
          submit={t('settings:save')}
          onDone={() => save.reset()}
        />
      )}
      {seatChoiceNames
        .filter((name) => mayChangeAll || isPersonalSetting(name))
        // Cashiers print neither lists nor the close.
        .filter((name) => name !== 'documentPaper' || printsDocuments)
        .map((name) => (
          <Input.Wrapper key={name} className={classes.stacked} label={choices[name].label} labelElement="div">
            <SegmentedControl
              className={classes.choices ?? ''}
              aria-label={choices[name].label}
              value={shown[name]}
              disabled={name === 'language' && languageIsManaged}
              onChange={(value) => {
                const next = seatSettingsSchema.safeParse({ ...shown, [name]: value });
                if (!next.success) return;
                setUnsaved(next.data);
                save.mutate(next.data, { onSuccess: () => rename.reset(), onSettled: () => setUnsaved(null) });
              }}
              data={
                name === 'language'
                  ? [...languageChoices]
                  : Object.entries(choices[name].options).map(([value, label]) => ({ value, label }))
              }
            />
            {name === 'language' && <ManagedNote part="language" />}
            {name === 'screenCapture' && <p className={parts.note}>{t('settings:seat.screenCaptureHint')}</p>}
          </Input.Wrapper>
        ))}
      <p className={parts.note}>{t('settings:seat.atOnce')}</p>
      {save.error !== null && <FailureNotice failure={save.error.failure} act="recording" />}
      {save.isSuccess && <Saved />}
      <VaultPart />
      <PolicyPart />
      <UpdatesPart />
      {mayChangeAll && <SaveDiagnostics />}
      <AboutProgram />
    </div>
  );
}

function PolicyPart() {
  const { t } = useText();
  const { file, foreign, usable, managed } = usePolicy();
  const administers = useMayAct('supervisor');
  if (!administers && file === null && foreign === null) return null;
  const managedParts = managed.map((part) => t(`settings:policy.parts.${part}`)).join(', ');
  return (
    <Part title={t('settings:policy.title')}>
      <p className={parts.note}>
        {file === null && t('settings:policy.none')}
        {file !== null && !usable && t('settings:policy.unusable')}
        {file !== null &&
          usable &&
          (managed.length > 0 ? t('settings:policy.sets', { parts: managedParts }) : t('settings:policy.setsNothing'))}
      </p>
      {file !== null && <p className={parts.mono}>{file}</p>}
      {foreign !== null && (
        <>
          <p className={parts.note}>{t('settings:policy.foreign')}</p>
          <p className={parts.mono}>{foreign}</p>
        </>
      )}
    </Part>
  );
}

/** Saves what support needs, and says beforehand what the file holds. */
function SaveDiagnostics() {
  const { t } = useText();
  const save = useAction('seat', 'saveDiagnostics');
  return (
    <Part title={t('settings:diagnostics.title')} note={t('settings:diagnostics.text')}>
      <Button w="auto" loading={save.isPending} onClick={() => save.mutate(undefined)}>
        {t('settings:diagnostics.save')}
      </Button>
      <WorkNote kinds={['export-diagnostics']} failure={save.error?.failure ?? null} />
    </Part>
  );
}

/** The key store: its state, its protection, and the passphrase for systems without a key store. */
function VaultPart() {
  const { t } = useText();
  const status = useCall('vault', 'status', undefined).data;
  const maySet = useMayAct('supervisor');
  if (status === undefined || (status.reason === null && !maySet)) return null;
  const { reason, backend, keptFile } = status;
  const locked = reason === 'locked' || reason === 'wrong-passphrase';
  // A passphrase replaces the system's key store where there is none. One that is set can be changed.
  const byPassphrase = reason === 'no-key-store' || backend === 'passphrase';
  return (
    <Part title={t('settings:vault.title')}>
      {reason === null ? (
        <IconLine icon={IconCircleCheckFilled} tone="approved" role="status">
          {t('settings:vault.works')} <span className={parts.mono}>{backend}</span>
        </IconLine>
      ) : (
        <Callout tone="unknown" role="status">
          <p>
            <strong>{t('settings:vault.reason')}</strong> {t(`failures:vault.${reason}`)}
          </p>
          {keptFile !== null && (
            <p>
              {t('settings:vault.keptFile')} <span className={parts.mono}>{keptFile}</span>
            </p>
          )}
        </Callout>
      )}
      {locked && <Unlock />}
      {byPassphrase && !locked && maySet && <SetPassphrase />}
    </Part>
  );
}

function Unlock() {
  const { t } = useText();
  const unlock = useAction('vault', 'unlock');
  return (
    <SettingForm
      layout="line"
      schema={vault.calls.unlock.input}
      rows={[{ name: 'passphrase', as: 'secret', label: t('settings:vault.passphrase') }]}
      start={{ passphrase: '' }}
      action={unlock}
      submit={t('signIn:locked.unlock')}
    />
  );
}

function SetPassphrase() {
  const { t } = useText();
  const set = useAction('vault', 'setPassphrase');
  return (
    <SettingForm
      schema={vault.calls.setPassphrase.input}
      rows={[
        {
          name: 'passphrase',
          as: 'secret',
          label: t('settings:vault.newPassphrase'),
          hint: t('settings:vault.passphraseHint'),
          again: {
            label: t('signIn:repeat'),
            hint: t('settings:vault.repeatHint'),
            differs: t('settings:vault.differs'),
          },
          refusals: { too_small: t('settings:vault.tooShort') },
        },
      ]}
      action={set}
      submit={t('settings:vault.set')}
    />
  );
}

/** Settings of this seat: name, language and appearance. Language and appearance take effect at once. */
import { textLimits } from '#shared/text-limits.ts';
import { holdsCardNumber } from '#shared/payments/texts/card-numbers.ts';
import { Button, Input, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  isPersonalSetting,
  seatChoiceNames,
  seatSettingsSchema,
  type SeatChoiceName,
  type SeatSettings,
} from '#shared/seat/settings.ts';
import { useAction } from '#renderer/session/api.ts';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import { Saved } from '#renderer/features/settings/saved.tsx';
import { useIsManaged } from '#renderer/session/policy.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { AboutProgram } from './about-program.tsx';
import { PolicyPart } from './policy-part.tsx';
import { SaveDiagnostics } from './save-diagnostics.tsx';
import { VaultPart } from '#renderer/features/settings/vault/vault-part.tsx';
import { UpdatesPart } from './updates-part.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

/** The words of every choice. A choice without words does not compile. */
type ChoiceWords = {
  readonly [Name in SeatChoiceName]: {
    readonly label: string;
    readonly options: Readonly<Record<SeatSettings[Name], string>>;
  };
};

export function SeatSection() {
  const { t } = useText();
  const { settings } = useSession();
  const mayChangeAll = useMayAct('supervisor');
  const printsDocuments = useMayAct('back-office');
  const save = useAction('seat', 'save');
  const languageIsManaged = useIsManaged('language');
  const choices: ChoiceWords = t('settings:seat.choices', { returnObjects: true });
  const [seat, setSeat] = useState(settings.seat);
  const [tried, setTried] = useState(false);
  const saveSettings = (next: SeatSettings): void => save.mutate(next);
  const issue = seat.trim() === '' ? 'required' : holdsCardNumber(seat) ? 'cardNumberHere' : null;
  return (
    <div className={classes.section}>
      {mayChangeAll && (
        <form
          className={classes.row}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (issue === null) saveSettings({ ...settings, seat: seat.trim() });
          }}
        >
          <TextInput
            className={classes.wide}
            label={t('settings:seat.name')}
            description={t('settings:seat.nameHint')}
            maxLength={textLimits.seatName}
            value={seat}
            error={tried && issue !== null ? t(`settings:issues.${issue}`) : undefined}
            onChange={(event) => setSeat(event.currentTarget.value)}
          />
          <Button
            className={classes.besideField}
            type="submit"
            disabled={seat.trim() === settings.seat}
            loading={save.isPending}
          >
            {t('settings:save')}
          </Button>
        </form>
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
              value={settings[name]}
              disabled={name === 'language' && languageIsManaged}
              onChange={(value) => {
                const next = seatSettingsSchema.safeParse({ ...settings, [name]: value });
                if (next.success) saveSettings(next.data);
              }}
              data={Object.entries(choices[name].options).map(([value, label]) => ({ value, label }))}
            />
            {name === 'language' && <ManagedNote part="language" />}
          </Input.Wrapper>
        ))}
      {mayChangeAll && <p className={parts.note}>{t('settings:seat.screenCaptureHint')}</p>}
      <p className={parts.note}>{t('settings:seat.atOnce')}</p>
      {save.error !== null && <FailureNotice failure={save.error.failure} />}
      <p className={parts.note} role="status">
        {save.isSuccess && <Saved />}
      </p>
      <VaultPart />
      <PolicyPart />
      <UpdatesPart />
      {mayChangeAll && <SaveDiagnostics />}
      <AboutProgram />
    </div>
  );
}

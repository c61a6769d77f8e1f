/** This seat: its name, its language and its appearance; the last two take effect at once. */
import { Button, Input, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconCheck } from '@tabler/icons-react';
import { languages, seatSettingsSchema, type SeatSettings } from '#shared/seat/settings.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useSession } from '#renderer/session/session.tsx';
import classes from '#renderer/features/settings/settings.module.css';

const themes = ['system', 'light', 'dark'] as const;

export function SeatSection() {
  const { t } = useText();
  const { settings } = useSession();
  const program = useCall('seat', 'program', undefined).data;
  const save = useAction('seat', 'save');
  const [seat, setSeat] = useState(settings.seat);
  const [tried, setTried] = useState(false);
  const keep = (next: SeatSettings): void => save.mutate(next);
  const empty = !seatSettingsSchema.shape.seat.safeParse(seat).success;
  return (
    <div className={classes.section}>
      <form
        className={classes.row}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!empty) keep({ ...settings, seat: seat.trim() });
        }}
      >
        <TextInput
          className={classes.wide}
          label={t('settings:seat.name')}
          description={t('settings:seat.nameHint')}
          maxLength={60}
          value={seat}
          error={tried && empty ? t('settings:issues.required') : undefined}
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
      <Input.Wrapper className={classes.stacked} label={t('settings:seat.language')} labelElement="div">
        <SegmentedControl
          aria-label={t('settings:seat.language')}
          value={settings.language}
          onChange={(value) => {
            const language = languages.find((known) => known === value);
            if (language !== undefined) keep({ ...settings, language });
          }}
          data={languages.map((value) => ({ value, label: t(`settings:seat.languages.${value}`) }))}
        />
      </Input.Wrapper>
      <Input.Wrapper
        className={classes.stacked}
        label={t('settings:seat.theme')}
        labelElement="div"
        description={t('settings:seat.atOnce')}
      >
        <SegmentedControl
          aria-label={t('settings:seat.theme')}
          value={settings.theme}
          onChange={(value) => {
            const theme = themes.find((known) => known === value);
            if (theme !== undefined) keep({ ...settings, theme });
          }}
          data={themes.map((value) => ({ value, label: t(`settings:seat.themes.${value}`) }))}
        />
      </Input.Wrapper>
      {save.error !== null && <FailureNotice failure={save.error.failure} />}
      <p className={classes.note} role="status">
        {save.isSuccess && (
          <span className={classes.done}>
            <IconCheck size={18} aria-hidden />
            {t('settings:saved')}
          </span>
        )}
      </p>
      {program !== undefined && <p className={classes.note}>{t('settings:seat.version', program)}</p>}
    </div>
  );
}

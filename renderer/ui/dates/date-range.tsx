/** A first and a last day, and the ranges that are asked for most as a row of buttons. */
import { Button, Group } from '@mantine/core';
import { useToday } from '#renderer/ui/clock.ts';
import { useText } from '#renderer/words/i18n.ts';
import { DateField } from './date-field.tsx';
import { dayPresets } from '#shared/day-presets.ts';
import { isBackwards, presetOf, presetRange, type DayRange } from './day-presets.ts';
import classes from './dates.module.css';

interface RangeProps {
  readonly range: DayRange;
  readonly onChange: (range: DayRange) => void;
}

export function DateRangeFields({ range, onChange, max }: RangeProps & { readonly max?: string | undefined }) {
  const { t } = useText();
  const { fromDay, untilDay } = range;
  return (
    <>
      <DateField
        label={t('dates:from')}
        max={max}
        value={fromDay}
        onChange={(day) => onChange({ fromDay: day, untilDay })}
      />
      <DateField
        label={t('dates:until')}
        max={max}
        value={untilDay}
        error={isBackwards(range) ? t('dates:backwards') : undefined}
        onChange={(day) => onChange({ fromDay, untilDay: day })}
      />
    </>
  );
}

/** A pressed button shows which preset is chosen. Pressing it again takes it away. */
export function DayPresets({ range, onChange }: RangeProps) {
  const { t } = useText();
  const today = useToday();
  const chosen = presetOf(range, today);
  return (
    <Group role="group" aria-label={t('dates:presets')} gap={8} className={classes.presets}>
      {dayPresets.map((preset) => (
        <Button
          key={preset}
          size="compact-md"
          variant={preset === chosen ? 'light' : 'default'}
          aria-pressed={preset === chosen}
          onClick={() =>
            onChange(preset === chosen ? { fromDay: '', untilDay: '' } : { ...presetRange(preset, today), preset })
          }
        >
          {t(`dates:preset.${preset}`)}
        </Button>
      ))}
    </Group>
  );
}

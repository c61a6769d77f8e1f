/** The reported days: as dates, as presets, and as many before or after them. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { DateField } from '#renderer/ui/dates/date-field.tsx';
import type { DayRange } from '#renderer/ui/dates/day-presets.ts';
import { DayPresets } from '#renderer/ui/dates/date-range.tsx';
import { isFocusFree } from '#renderer/ui/dialog-keys.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './reports.module.css';

export function DaysBar({
  range,
  today,
  earlier,
  later,
  onChange,
}: {
  readonly range: DayRange;
  readonly today: string;
  /** Undefined where there are none. */
  readonly earlier: (() => void) | undefined;
  readonly later: (() => void) | undefined;
  readonly onChange: (range: DayRange) => void;
}) {
  const { t } = useText();
  const isDay = range.fromDay === range.untilDay;
  const first = useRef<HTMLButtonElement>(null);
  // Takes the focus when a shortcut opened the screen.
  useEffect(() => {
    if (isFocusFree()) first.current?.focus();
  }, []);
  return (
    <>
      <ActionIcon
        ref={first}
        variant="default"
        size={40}
        aria-label={t(isDay ? 'reports:previous' : 'reports:earlier')}
        disabled={earlier === undefined}
        onClick={earlier}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <DateField
        className={classes.date}
        label={t('dates:from')}
        labelHidden
        required
        max={today}
        value={range.fromDay}
        onChange={(fromDay) =>
          onChange({ fromDay, untilDay: isDay || range.untilDay < fromDay ? fromDay : range.untilDay })
        }
      />
      <span aria-hidden>–</span>
      <DateField
        className={classes.date}
        label={t('dates:until')}
        labelHidden
        required
        max={today}
        value={range.untilDay}
        onChange={(untilDay) => onChange({ ...range, untilDay })}
      />
      <ActionIcon
        variant="default"
        size={40}
        aria-label={t(isDay ? 'reports:next' : 'reports:later')}
        disabled={later === undefined}
        onClick={later}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <DayPresets range={range} onChange={(days) => days.fromDay !== '' && onChange(days)} />
    </>
  );
}

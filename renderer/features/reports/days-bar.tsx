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
  const beside = { variant: 'default', size: 40 } as const;
  const day = { className: classes.date, labelHidden: true, required: true, max: today };
  return (
    <>
      <ActionIcon
        {...beside}
        ref={first}
        aria-label={t(isDay ? 'reports:previous' : 'reports:earlier')}
        disabled={earlier === undefined}
        onClick={earlier}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <DateField
        {...day}
        label={t('dates:from')}
        value={range.fromDay}
        onChange={(fromDay) =>
          onChange({ fromDay, untilDay: isDay || range.untilDay < fromDay ? fromDay : range.untilDay })
        }
      />
      <span aria-hidden>–</span>
      <DateField
        {...day}
        label={t('dates:until')}
        value={range.untilDay}
        onChange={(untilDay) => onChange({ ...range, untilDay })}
      />
      <ActionIcon
        {...beside}
        aria-label={t(isDay ? 'reports:next' : 'reports:later')}
        aria-disabled={later === undefined}
        data-disabled={later === undefined}
        onClick={later}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <DayPresets range={range} onChange={(days) => days.fromDay !== '' && onChange(days)} />
    </>
  );
}

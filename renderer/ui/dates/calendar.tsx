/** A month to choose a day from, for the keyboard: one tab stop, arrows by day and week, PgUp and PgDn by month. */
import { dayBeside, utcOf } from '#shared/local-day.ts';
import { ActionIcon, Box, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { plusMonths, startOfWeek, weeksOf } from './calendar-days.ts';
import classes from './dates.module.css';
import { languages, type Language } from '#shared/languages.ts';
import parts from '#renderer/ui/parts.module.css';

interface Bounds {
  /** First and last day that can be chosen, both included. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const bounded = (day: string, { min, max }: Bounds): string => {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
};

/** Returns the day that a key moves to; null for other keys. */
function dayAfterKey(event: KeyboardEvent, current: string, language: Language): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const years = event.shiftKey ? 12 : 1;
  const moves: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => dayBeside(current, -1),
    ArrowRight: () => dayBeside(current, 1),
    ArrowUp: () => dayBeside(current, -7),
    ArrowDown: () => dayBeside(current, 7),
    Home: () => startOfWeek(current, language),
    End: () => dayBeside(startOfWeek(current, language), 6),
    PageUp: () => plusMonths(current, -years),
    PageDown: () => plusMonths(current, years),
  };
  return moves[event.key]?.() ?? null;
}

function MonthHead({ name, turn }: { readonly name: string; readonly turn: (months: number) => void }) {
  const { t } = useText();
  return (
    <Group justify="space-between" gap={0} mb={4}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('dates:previousMonth')} onClick={() => turn(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className={classes.monthName} aria-live="polite">
        {name}
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={t('dates:nextMonth')} onClick={() => turn(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

export function Calendar({
  day,
  today,
  onChoose,
  ...bounds
}: Bounds & {
  /** The chosen day; empty when there is none. */
  readonly day: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}) {
  const { t, language } = useText();
  const [current, setCurrent] = useState(() => bounded(day === '' ? today : day, bounds));
  const grid = useRef<HTMLDivElement>(null);
  /** Set by the keys, because a click on the arrows of the month leaves the focus there. The dialog sets the first focus. */
  const follows = useRef(false);
  useEffect(() => {
    if (follows.current) grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    follows.current = false;
  });

  const locale = languages[language].tag;
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const weeks = weeksOf(current, language);
  const isOutside = (other: string): boolean => bounded(other, bounds) !== other;
  const turn = (months: number): void => setCurrent(bounded(plusMonths(current, months), bounds));

  const onKeyDown = (event: KeyboardEvent): void => {
    const moved = dayAfterKey(event, current, language);
    if (moved === null) return;
    event.preventDefault();
    follows.current = true;
    setCurrent(bounded(moved, bounds));
  };

  return (
    <>
      <MonthHead name={month.format(utcOf(current))} turn={turn} />
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        className={classes.grid}
        aria-label={month.format(utcOf(current))}
        onKeyDown={onKeyDown}
      >
        <div role="row" className={classes.week}>
          {weeks[0]?.map((each) => (
            <span key={each} role="columnheader" className={classes.weekday}>
              {weekday.format(utcOf(each))}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className={classes.week}>
            {week.map((each) => (
              <span key={each} role="gridcell" aria-selected={each === day}>
                <button
                  type="button"
                  className={classes.day}
                  tabIndex={each === current ? 0 : -1}
                  data-autofocus={each === current || undefined}
                  aria-label={whole.format(utcOf(each))}
                  aria-current={each === today ? 'date' : undefined}
                  disabled={isOutside(each)}
                  data-chosen={each === day}
                  data-beside={each.slice(0, 7) !== current.slice(0, 7)}
                  onClick={() => onChoose(each)}
                >
                  {Number(each.slice(8))}
                </button>
              </span>
            ))}
          </div>
        ))}
      </div>
      <Box component="p" mt={8} className={parts.note} aria-hidden>
        {t('dates:keys')}
      </Box>
    </>
  );
}

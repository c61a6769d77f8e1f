/** A field for a day in the program's language: typed with or without separators, or chosen from a calendar. */
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { useToday } from '#renderer/ui/clock.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Calendar } from './calendar.tsx';
import { readDay, writtenDay } from './day-text.ts';
import classes from './dates.module.css';

export interface DateFieldProps {
  readonly label: string;
  /** Gives the label to assistive technology alone. */
  readonly labelHidden?: boolean;
  /** `2026-11-20`; empty when there is none. */
  readonly value: string;
  /**
   * Takes a day within the bounds, as soon as it is typed with its year or else when the field is left. Takes an empty text when the
   * field was emptied or holds no day, unless a day is required.
   */
  readonly onChange: (day: string) => void;
  /** First and last day, both included. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The former day stays until another one is typed. */
  readonly required?: boolean;
  /** Shown while the field has no fault of its own. */
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** The text of the field: what is typed, what is wrong with it, and the day that it is taken for. */
function useTypedDay({ value, onChange, min, max, required = false }: DateFieldProps) {
  const { t, language } = useText();
  const today = useToday();
  /** The text while it differs from the value: being typed, or not a day. */
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);

  // A day that comes from elsewhere, such as a preset, takes the place of what was typed.
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (typed === null || readDay(typed, today)?.day !== value) setTyped(null);
  }

  const written = value === '' ? '' : writtenDay(value, language);
  const example = writtenDay(today, language);

  /** Says what is wrong with a text; null when its day can be taken. */
  function faultOf(keyed: string): string | null {
    if (keyed.trim() === '') return required ? t('dates:missing', { example }) : null;
    const day = readDay(keyed, today)?.day;
    if (day === undefined) return t('dates:wrong', { example });
    if (max !== undefined && day > max) return t('dates:afterMax', { day: writtenDay(max, language) });
    if (min !== undefined && day < min) return t('dates:beforeMin', { day: writtenDay(min, language) });
    return null;
  }

  function take(day: string): void {
    setSeen(day);
    if (day !== value) onChange(day);
  }

  return {
    text: typed ?? written,
    fault: typed !== null && left ? faultOf(typed) : null,
    type: (keyed: string): void => {
      setTyped(keyed);
      setLeft(false);
      if (keyed.trim() === '' && !required) take('');
      const read = readDay(keyed, today);
      if (read?.complete === true && faultOf(keyed) === null) take(read.day);
    },
    /** Takes what was typed, and shows it as days are written. */
    settle: (): void => {
      if (typed === null) return;
      const fault = faultOf(typed);
      setLeft(true);
      if (fault === null) {
        take(readDay(typed, today)?.day ?? '');
        setTyped(null);
      } else if (!required) take('');
    },
    choose: (day: string): void => {
      take(day);
      setTyped(null);
    },
  };
}

export function DateField(props: DateFieldProps) {
  const { label, labelHidden = false, value, min, max, required = false } = props;
  const { t } = useText();
  const today = useToday();
  const [isOpen, setIsOpen] = useState(false);
  const { text, fault, type, settle, choose } = useTypedDay(props);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <TextInput
          className={props.className}
          {...(labelHidden ? { 'aria-label': label } : { label })}
          placeholder={t('dates:placeholder')}
          maxLength={textLimits.keyedNumber}
          required={required}
          withAsterisk={false}
          value={text}
          error={fault ?? props.error}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            if (event.key === 'Escape' && isOpen) {
              // The calendar takes the focus a moment after it opens, and the key with it.
              event.stopPropagation();
              setIsOpen(false);
            }
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            settle();
            setIsOpen(true);
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('dates:openOf', { label })}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={classes.dropdown} aria-label={t('dates:calendar')}>
        <Calendar
          day={value}
          today={today}
          min={min}
          max={max}
          onChoose={(day) => {
            choose(day);
            setIsOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Goes to a date: a button that becomes a date field, and back again. */
import { Box } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useToday } from '#renderer/ui/clock.ts';
import { DateField } from '#renderer/ui/dates/date-field.tsx';
import { writtenDay } from '#renderer/ui/dates/day-text.ts';
import { useText } from '#renderer/words/i18n.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

export function JumpToDate({
  day,
  isAsking,
  onAsk,
  onJump,
}: {
  /** The day at which the list begins; empty when it begins at its end. */
  readonly day: string;
  readonly isAsking: boolean;
  readonly onAsk: (asking: boolean) => void;
  readonly onJump: (day: string) => void;
}) {
  const { t, language } = useText();
  const today = useToday();
  const field = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isAsking) field.current?.querySelector('input')?.focus();
  }, [isAsking]);
  if (!isAsking) {
    return (
      <KeyButton
        size="compact-md"
        variant={day === '' ? 'default' : 'light'}
        icon={IconCalendarSearch}
        keys="Mod+J"
        onClick={() => onAsk(true)}
      >
        {day === '' ? t('history:jump.label') : t('history:jump.at', { day: writtenDay(day, language) })}
      </KeyButton>
    );
  }
  return (
    // The field's keys pass through here on their way up.
    <Box
      ref={field}
      role="presentation"
      w={180}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.target instanceof HTMLInputElement) onAsk(false);
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.value.trim() === '')
          onJump('');
      }}
    >
      <DateField label={t('history:jump.label')} labelHidden max={today} value={day} onChange={onJump} />
    </Box>
  );
}

/** The filters that are set, each as a chip that takes it away again. */
import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { historyFilterNames, historyFilters } from '#shared/ledger/history-filters.ts';
import { useToday } from '#renderer/ui/clock.ts';
import { writtenDay } from '#renderer/ui/dates/day-text.ts';
import { presetOf } from '#renderer/ui/dates/day-presets.ts';
import { useText } from '#renderer/words/i18n.ts';
import { type KeyedFilter, useChoices } from './history-filters.tsx';
import parts from '#renderer/ui/parts.module.css';

interface Chip {
  readonly label: string;
  readonly value: string;
  readonly without: Partial<KeyedFilter>;
}

export function FilterChips({
  keyed,
  onChange,
  onEmpty,
}: {
  readonly keyed: KeyedFilter;
  readonly onChange: (keyed: KeyedFilter) => void;
  /** Called when the last chip went, which had the focus. */
  readonly onEmpty: () => void;
}) {
  const { t } = useText();
  const row = useRef<HTMLDivElement>(null);
  const chips = useChips(keyed);
  if (chips.length === 0) return null;
  const remove = (index: number): void => {
    const chip = chips[index];
    if (chip === undefined) return;
    // The chip goes, so its neighbour takes the focus.
    const buttons = row.current?.querySelectorAll('button') ?? [];
    const neighbour = buttons[index + 1] ?? buttons[index - 1];
    if (neighbour === undefined) onEmpty();
    else neighbour.focus();
    onChange({ ...keyed, ...chip.without });
  };
  return (
    <Group component="ul" ref={row} gap={8} aria-label={t('history:filter.label')}>
      {chips.map(({ label, value }, index) => (
        <li key={label}>
          <Button
            size="compact-md"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t('history:filter.remove', { label, value })}
            onClick={() => remove(index)}
            onKeyDown={(event) => {
              if (event.key !== 'Delete' && event.key !== 'Backspace') return;
              event.preventDefault();
              remove(index);
            }}
          >
            <span className={parts.soft}>{label}</span>&nbsp;{value}
          </Button>
        </li>
      ))}
    </Group>
  );
}

function useChips(keyed: KeyedFilter): readonly Chip[] {
  const { t, language } = useText();
  const today = useToday();
  const choicesOf = useChoices();
  const { fromDay, untilDay } = keyed;
  const day = (of: string): string => (of === '' ? '…' : writtenDay(of, language));
  const preset = presetOf(keyed, today);
  const range = fromDay === untilDay ? day(fromDay) : `${day(fromDay)} – ${day(untilDay)}`;
  return [
    ...(fromDay === '' && untilDay === ''
      ? []
      : [
          {
            label: t('dates:presets'),
            value: preset === null ? range : t(`dates:preset.${preset}`),
            without: { fromDay: '', untilDay: '' },
          },
        ]),
    ...historyFilterNames.flatMap((name): readonly Chip[] => {
      const chosen = keyed[name];
      if (chosen === null) return [];
      const value = choicesOf(name).find((choice) => choice.value === chosen)?.label ?? chosen;
      return [{ label: t(historyFilters[name].label), value, without: { [name]: null } }];
    }),
  ];
}

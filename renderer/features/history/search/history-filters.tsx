/** Filters of History: days, kind, outcome, environment, merchant, operator. */
import { Button, NativeSelect } from '@mantine/core';
import type { RefObject } from 'react';
import {
  historyFilterNames,
  historyFilters,
  type HistoryFilterName,
  noChosenFilters,
  type ChosenFilters,
} from '#shared/ledger/history-filters.ts';
import { useCall } from '#renderer/session/api.ts';
import { DateRangeFields } from '#renderer/ui/dates/date-range.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import classes from '#renderer/features/history/history.module.css';
import { searchedFields } from '#shared/payments/payment-fields.ts';
import type { DayPreset } from '#shared/day-presets.ts';
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { boundsOfDay } from '#shared/local-day.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Returns the values of each filter with their words. */
export function useChoices(): (name: HistoryFilterName) => readonly Choice[] {
  const { t } = useText();
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const operators = useCall('history', 'operators', undefined).data ?? [];
  return (name) => {
    const { choices } = historyFilters[name];
    if (choices === 'merchants') return merchants.map(({ merchant }) => ({ value: merchant.id, label: merchant.name }));
    if (choices === 'operators') return operators.map((each) => ({ value: each, label: each }));
    return choices.map(({ value, word }) => ({ value, label: t(word) }));
  };
}

export function HistoryFilters({
  boxRef,
  keyed,
  onChange,
}: {
  readonly boxRef: RefObject<HTMLElement | null>;
  readonly keyed: KeyedFilter;
  readonly onChange: (keyed: KeyedFilter) => void;
}) {
  const { t } = useText();
  const choicesOf = useChoices();
  const any: Choice = { value: '', label: t('history:filter.any') };
  return (
    <section ref={boxRef} className={classes.filters} aria-label={t('history:filter.label')}>
      <DateRangeFields range={keyed} onChange={(range) => onChange({ ...keyed, ...range })} />
      {historyFilterNames.map((name) => (
        <NativeSelect
          key={name}
          label={t(historyFilters[name].label)}
          data={[any, ...choicesOf(name)]}
          value={keyed[name] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...keyed, [name]: value === '' ? null : value })}
        />
      ))}
      <Button
        disabled={countFilters(keyed) === 0}
        onClick={() => {
          // This button is off now.
          boxRef.current?.querySelector('input')?.focus();
          onChange({ ...noFilter, text: keyed.text });
        }}
      >
        {t('history:filter.clear')}
      </Button>
    </section>
  );
}

/** Lists each word once, because the first and the last name are both a name. */
export const searchCovers = (t: Translate): string =>
  t('history:search.covers', {
    fields: [...new Set(searchedFields.map((field) => t(`fields:${field}.sought`)))].join(', '),
  });

export interface KeyedFilter extends ChosenFilters {
  readonly text: string;
  /** Local days, `2026-11-20`; empty when open. Both ends are part of the search. */
  readonly fromDay: string;
  readonly untilDay: string;
  /** The preset that was chosen for the days. */
  readonly preset: DayPreset | null;
}

/** Search text and filters as keyed, and the ledger query made from them. */
export const noFilter: KeyedFilter = {
  text: '',
  fromDay: '',
  untilDay: '',
  preset: null,
  ...noChosenFilters,
};

export const toFilter = ({ text, fromDay, untilDay, preset: _preset, ...chosen }: KeyedFilter): HistoryFilter => ({
  text: text.trim(),
  from: boundsOfDay(fromDay)?.from ?? null,
  until: boundsOfDay(untilDay)?.until ?? null,
  ...chosen,
});

/** Returns the number of filters set besides the search box. Both days are one. */
export function countFilters(keyed: KeyedFilter): number {
  const { text: _text, preset: _preset, fromDay, untilDay, ...others } = keyed;
  const set = [fromDay === '' ? untilDay : fromDay, ...Object.values(others)];
  return set.filter((value) => value !== null && value !== '').length;
}

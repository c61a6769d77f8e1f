/** Finds entries of a list by their names, once they are too many to look through. */
import { useState, type ReactNode } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { SearchInput } from '#renderer/ui/list/search-box.tsx';
import { matchingEntries } from '#renderer/words/matching.ts';
import { useText } from '#renderer/words/i18n.ts';

const mostWithoutField = 12;

/** @returns the entries to show, and the field to show above them; null for a short list */
export function useFinding<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): readonly [found: readonly Entry[], field: ReactNode] {
  const { t } = useText();
  const [text, setText] = useState('');
  if (entries.length <= mostWithoutField) return [entries, null];
  const found = matchingEntries(
    entries.map((entry) => ({ name: nameOf(entry), entry })),
    text,
  ).map(({ entry }) => entry);
  const field = (
    <SearchInput
      type="search"
      flex="none"
      maw={320}
      mb={6}
      aria-label={t('settings:find.label')}
      placeholder={t('settings:find.label')}
      clear={t('settings:find.clear')}
      maxLength={textLimits.search}
      error={found.length === 0 && t('settings:find.none')}
      text={text}
      onText={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        event.preventDefault();
        setText('');
      }}
    />
  );
  return [found, field];
}

/** Finds entries of a list by their names, once they are too many to look through. */
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { matchingEntries } from '#renderer/words/matching.ts';
import { useText } from '#renderer/words/i18n.ts';

/** More entries than these are searched. */
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
    <TextInput
      type="search"
      flex="none"
      maw={320}
      mb={6}
      aria-label={t('settings:find.label')}
      placeholder={t('settings:find.label')}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={t('settings:find.clear')} onClick={() => setText('')} />
      }
      maxLength={textLimits.search}
      error={found.length === 0 && t('settings:find.none')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        event.preventDefault();
        setText('');
      }}
    />
  );
  return [found, field];
}

/** The search box of History. Its arrows and Enter lead to the list. */
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { useText } from '#renderer/words/i18n.ts';
import { searchCovers } from './search-covers.ts';
import classes from '#renderer/features/history/history.module.css';

export function SearchBox({
  box,
  text,
  hint,
  onText,
  onLeave,
}: {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  /** Why the text is not searched for. */
  readonly hint: string | undefined;
  readonly onText: (text: string) => void;
  /** Called by the keys that lead to the list. */
  readonly onLeave: () => void;
}) {
  const { t } = useText();
  return (
    <TextInput
      ref={box}
      className={classes.search}
      aria-label={t('history:search.label')}
      placeholder={t('history:search.placeholder')}
      title={searchCovers(t)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={t('history:search.clear')} onClick={() => onText('')} />
      }
      maxLength={textLimits.search}
      error={hint}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onText('');
        if (event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault();
          onLeave();
        }
      }}
    />
  );
}

/** A search as it is typed: what of it may leave the page, and the hint when it looks like a card number. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { useText } from '#renderer/words/i18n.ts';

/** @param wait time without a key before a search, in ms */
export function useSearchText(text: string, wait: number) {
  const { t } = useText();
  const refused = seeksCardNumber(text);
  const [allowed, setAllowed] = useState(text);
  if (!refused && allowed !== text) setAllowed(text);
  const [sought] = useDebouncedValue(allowed, wait);
  return {
    /** The last text that may be searched for. A card number, or the beginning of one, never becomes part of it. */
    sought,
    /** Shown at the box while its text is not searched for. */
    hint: refused ? t('searchByCard') : undefined,
  };
}

/** Sentences of the audit trail in the language of the seat. */
import { useMemo } from 'react';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { DeedWords } from '#shared/locales/deed-texts.ts';
import { deedSentence } from '#shared/locales/deed-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';

/** Returns the function that tells a deed in one sentence. */
export function useDeedSentence(): (deed: LedgerDeed) => string {
  const { t } = useText();
  const formats = useFormats();
  return useMemo(() => {
    // The overloads of i18next fit no plain function. The keys are checked by their own type.
    const words: DeedWords = { ...formats, t: t as unknown as DeedWords['t'] };
    return (deed) => deedSentence(words, deed);
  }, [t, formats]);
}

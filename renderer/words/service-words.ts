/** The words for a code of the service, when it is one that we know. */
import { serviceMeaning } from '#shared/payments/service-codes.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Translate } from './i18n.ts';

/** A fragment in lower case, to stand after the code; null for a code that we do not know. */
export function serviceWords(t: Translate, attempt: Pick<Attempt, 'family' | 'service'>): string | null {
  const meaning = serviceMeaning(attempt.family, attempt.service);
  return meaning === null ? null : t(meaning.key);
}

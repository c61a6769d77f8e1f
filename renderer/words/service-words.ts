/** Words for a known code of the service. */
import { serviceMeaning } from '#shared/payments/service-codes.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Translate } from './i18n.ts';

/** Returns a fragment in lower case to stand after the code; null for an unknown code. */
export function serviceWords(t: Translate, attempt: Pick<Attempt, 'family' | 'service'>): string | null {
  const meaning = serviceMeaning(attempt.family, attempt.service);
  return meaning === null ? null : t(meaning.key);
}

/** Names the fields that the search of History covers: those marked as searched in the table of payment fields, and references. */
import { searchedFields } from '#shared/payments/payment-fields.ts';
import type { Translate } from '#renderer/words/i18n.ts';

/** Lists each word once, because the first and the last name are both a name. */
export const searchCovers = (t: Translate): string =>
  t('history:search.covers', {
    fields: [...new Set(searchedFields.map((field) => t(`fields:${field}.sought`)))].join(', '),
  });

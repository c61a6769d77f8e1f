/** What the search of the history covers, in words: the fields that the table of payment fields calls searched, and references. */
import { searchedFields } from '#shared/payments/payment-fields.ts';
import type { Translate } from '#renderer/words/i18n.ts';

/** Each word once: the first and the last name are both a name. */
export const searchCovers = (t: Translate): string =>
  t('history:search.covers', {
    fields: [...new Set(searchedFields.map((field) => t(`fields:${field}.sought`)))].join(', '),
  });

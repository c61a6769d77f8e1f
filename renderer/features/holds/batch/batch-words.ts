/** The headline of a batch, and why some holds can be none. */
import { batchLimit, type Hold } from '#shared/ledger/holds.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import type { Tally } from './batch-rows.ts';

/** Says in one sentence what the batch did to the money. */
export function headlineOf(t: Translate, { money, total }: Tally): string {
  const unclear = money.unclear.count;
  const charged = money.charged.count + unclear;
  const unknown = money.unknown.count;
  const counts = { count: charged, charged, total, unclear, unknown };
  if (unclear > 0)
    return t(unknown > 0 ? 'holds:batch.headline.unclearUnknown' : 'holds:batch.headline.unclear', counts);
  if (unknown > 0) return t('holds:batch.headline.unknown', counts);
  if (charged === 0) return t('holds:batch.headline.none');
  return charged === total ? t('holds:batch.headline.all', { count: total }) : t('holds:batch.headline.some', counts);
}

/** Says why holds can't be captured together; null when they can. */
export function whyNoBatch(t: Translate, holds: readonly Hold[]): string | null {
  const signs = new Set(holds.map(({ authorization }) => authorization.currencySign));
  if (signs.size > 1) return t('holds:batch.currencies');
  return holds.length > batchLimit ? t('holds:batch.tooMany', { max: batchLimit }) : null;
}

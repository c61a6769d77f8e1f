/** Words of the service's records: what the last comparison with them said, for the close of a day, and their types. */
import { recordTypeOf, type ServiceRecord } from '#shared/ledger/service-records.ts';
import type { Figures } from '#shared/reports/figures.ts';
import type { OutcomeFormats, ReadText } from './outcome-texts.ts';

/** @returns nothing for a merchant without the address of the service's records */
export function reconciledWords(
  t: ReadText,
  { money, moment }: Pick<OutcomeFormats, 'money' | 'moment'>,
  reconciled: Figures['reconciled'],
): readonly string[] {
  if (reconciled === null) return [];
  if (reconciled === 'not-compared') return [t('reports:service.close.none')];
  const { at, differences, whole, claims, net, currencySign } = reconciled;
  const when = { moment: moment(at), count: differences };
  return [
    t(differences === 0 ? 'reports:service.close.agrees' : 'reports:service.close.differs', when),
    ...(whole ? [] : [t('reports:service.close.incomplete')]),
    ...(claims === 0 ? [] : [t('reports:service.claims', { count: claims })]),
    t('reports:service.close.arrives', { amount: money(net, currencySign) }),
  ];
}

/** @returns the type in our words, or as it came; empty where it did not */
export function recordTypeWords(t: ReadText, record: ServiceRecord | null): string {
  const type = record === null ? null : recordTypeOf(record);
  return type === null ? (record?.type ?? '') : t(`history:service.types.${type}`);
}

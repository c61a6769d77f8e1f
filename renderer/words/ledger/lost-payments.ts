/** Says what a server had lost: payments that were written again, and those that wait for another seat. */
import { seatNames } from '#shared/ledger/awaited-seats.ts';
import type { LedgerStatus } from '#shared/seat/settings.ts';
import type { Translate } from '#renderer/words/i18n.ts';

export const lostPayments = (
  t: Translate,
  { writtenBack, missing, awaited }: NonNullable<LedgerStatus['otherServer']>,
): string =>
  [
    writtenBack > 0 ? t('common:banner.otherServerWrittenBack', { count: writtenBack }) : '',
    missing > 0 ? t('common:banner.otherServerMissing', { count: missing }) : '',
    awaited.length > 0 ? t('common:banner.otherServerAwaited', { seats: seatNames(t, awaited) }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

/** Tells each deed of the audit trail in one sentence, for the screens and for exports. */
import { noonOf } from '#shared/local-day.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { DeedWords } from './deed-texts.ts';
import { isMarkOfFile, seatNames } from '#shared/ledger/awaited-seats.ts';
import { seatDeedSentence } from './seat-deed-words.ts';

export function deedSentence(words: DeedWords, deed: LedgerDeed): string {
  const { t, day, moment } = words;
  switch (deed.kind) {
    case 'purge-begun':
      return t('audit:deed.purgeBegun', { count: deed.exported, date: day(deed.before), file: deed.file });
    case 'purge':
      return t('audit:deed.purge', { count: deed.removed, date: day(deed.before), file: deed.file });
    case 'restore':
      return t('audit:deed.restore', { count: deed.attempts, file: deed.file });
    case 'begun-anew':
      return t('audit:deed.begunAnew', { file: deed.keptFile });
    case 'move':
      return t(deed.verified ? 'audit:deed.move' : 'audit:deed.moveDiffers', { count: deed.attempts });
    case 'server-accepted':
      return [
        deed.missing === 0
          ? t('audit:deed.serverAccepted')
          : t('audit:deed.serverAcceptedMissing', { count: deed.missing }),
        deed.awaited.length === 0 ? '' : t('audit:deed.serverAcceptedWithout', { seats: deed.awaited.join(', ') }),
      ]
        .join(' ')
        .trim();
    case 'close-written-back':
      return t('audit:deed.closeWrittenBack', { day: day(noonOf(deed.day)), merchant: deed.merchant });
    case 'resolve':
      return t(deed.against === undefined ? 'audit:deed.resolve' : 'audit:deed.settle', {
        outcome: t(`outcomes:state.${deed.outcome}`),
        ground: [deed.reference, deed.note].filter((text) => text !== '').join(' · '),
        against: t(`outcomes:state.${deed.against ?? 'unknown'}`),
      });
    case 'contradiction':
      return t(deed.resolvedBy === '' ? 'audit:deed.contradictionOfRecord' : 'audit:deed.contradiction', {
        answered: t(`outcomes:state.${deed.answered}`),
        operator: deed.resolvedBy,
        resolved: t(`outcomes:state.${deed.resolved}`),
        when: moment(deed.resolvedAt),
      });
    case 'override':
      return deed.approvedBy === undefined
        ? t('audit:deed.override', { reason: deed.reason })
        : t('audit:deed.overrideApproved', { reason: deed.reason, approvedBy: deed.approvedBy });
    case 'operator-added':
      return t('audit:deed.operatorAdded', { name: deed.name, role: t(`common:role.${deed.role}`) });
    case 'operator-changed':
      return deed.active
        ? t('audit:deed.operatorChanged', { name: deed.name, role: t(`common:role.${deed.role}`) })
        : t('audit:deed.operatorInactive', { name: deed.name });
    case 'operator-locked-out':
      return t('audit:deed.operatorLockedOut', { name: deed.name, count: deed.tries });
    case 'operators-adopted':
      return t('audit:deed.operatorsAdopted', { names: deed.names.join(', ') });
    case 'seats-awaited': {
      const noticed = t(isMarkOfFile(deed.mark) ? 'audit:deed.copyNoticed' : 'audit:deed.serverNoticed');
      return deed.seats.length === 0
        ? noticed
        : `${noticed} ${t('audit:deed.seatsAwaited', { seats: seatNames(t, deed.seats) })}`;
    }
    case 'awaited-put-back':
      return deed.seats.length === 0
        ? t('audit:deed.nobodyAwaited')
        : t('audit:deed.awaitedPutBack', { seats: deed.seats.join(', ') });
    case 'operators-put-back':
      return t('audit:deed.operatorsPutBack', { names: deed.names.join(', ') });
    case 'operators-provisioned':
      return t('audit:deed.operatorsProvisioned', { names: [...deed.added, ...deed.changed].join(', ') });
    case 'written-back':
    case 'card-forgotten':
    case 'charge-agreed':
    case 'operator-passcode':
    case 'seat-compared':
    case 'seat-admitted':
    case 'unlisted':
      return t(`audit:deed.${deed.kind}`, { ...deed });
    default:
      return seatDeedSentence(words, deed);
  }
}

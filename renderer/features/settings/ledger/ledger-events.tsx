/** Audit trail of the ledger and its operators, newest first: each action with its author, time and seat. */
import { Button } from '@mantine/core';
import type { LedgerDeed, LedgerEventsPage } from '#shared/ledger/ledger-events.ts';
import { api } from '#renderer/session/api.ts';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useFormats, type Formats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { usePages } from '#renderer/session/pages.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { seatDeedSentence } from '#renderer/features/settings/audit/seat-deed-words.ts';
import classes from './ledger.module.css';
import common from '#renderer/features/settings/settings.module.css';

export function LedgerEvents() {
  const { t } = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { pages, loading, issue, more, readOn } = usePages<LedgerEventsPage, string>(
    ['ledger', 'events'],
    (after) => api.ledger.events({ after, limit: 20 }),
    (page) => (page.more ? (page.events.at(-1)?.id ?? null) : null),
  );
  const events = pages.flatMap((page) => page.events);
  return (
    <section className={common.care} aria-labelledby="ledger-events">
      <h2 className={common.strong} id="ledger-events">
        {t('settings:ledger.events.title')}
      </h2>
      {issue !== null && <FailureNotice failure={issue.failure} />}
      {!loading && issue === null && events.length === 0 && (
        <p className={common.note}>{t('settings:ledger.events.none')}</p>
      )}
      <ul className={classes.events}>
        {events.map(({ id, at, operatorName, seat, deed }) => (
          <li key={id}>
            <p>{sentenceOf(t, formats, deed)}</p>
            <p className={common.note}>
              <Moment at={at} /> · {operatorName} · {seat}
            </p>
            {'attemptId' in deed && (
              <Button variant="default" size="compact-sm" onClick={() => go('history', deed.attemptId)}>
                {t('settings:ledger.events.show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <div className={common.row}>
          <Button variant="default" onClick={readOn}>
            {t('settings:ledger.events.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Describes an entry of the audit trail in one sentence. */
function sentenceOf(t: Translate, formats: Formats, deed: LedgerDeed): string {
  const { day, moment } = formats;
  switch (deed.kind) {
    case 'purge-begun':
      return t('settings:ledger.events.purgeBegun', {
        count: deed.exported,
        date: day(deed.before),
        file: deed.file,
      });
    case 'purge':
      return t('settings:ledger.events.purge', { count: deed.removed, date: day(deed.before), file: deed.file });
    case 'restore':
      return t('settings:ledger.events.restore', { count: deed.attempts, file: deed.file });
    case 'begun-anew':
      return t('settings:ledger.events.begunAnew', { file: deed.keptFile });
    case 'move':
      return t(deed.verified ? 'settings:ledger.events.move' : 'settings:ledger.events.moveDiffers', {
        count: deed.attempts,
      });
    case 'server-accepted':
      return deed.missing === 0
        ? t('settings:ledger.events.serverAccepted')
        : t('settings:ledger.events.serverAcceptedMissing', { count: deed.missing });
    case 'written-back':
      return t('settings:ledger.events.writtenBack');
    case 'resolve':
      return t(deed.against === undefined ? 'settings:ledger.events.resolve' : 'settings:ledger.events.settle', {
        outcome: t(`outcomes:state.${deed.outcome}`),
        ground: [deed.reference, deed.note].filter((text) => text !== '').join(' · '),
        against: t(`outcomes:state.${deed.against ?? 'unknown'}`),
      });
    case 'contradiction':
      return t('settings:ledger.events.contradiction', {
        answered: t(`outcomes:state.${deed.answered}`),
        operator: deed.resolvedBy,
        resolved: t(`outcomes:state.${deed.resolved}`),
        when: moment(deed.resolvedAt),
      });
    case 'override':
      return deed.approvedBy === undefined
        ? t('settings:ledger.events.override', { reason: deed.reason })
        : t('settings:ledger.events.overrideApproved', { reason: deed.reason, approvedBy: deed.approvedBy });
    case 'operator-added':
      return t('settings:ledger.events.operatorAdded', { name: deed.name, role: t(`role.${deed.role}`) });
    case 'operator-changed':
      return deed.active
        ? t('settings:ledger.events.operatorChanged', { name: deed.name, role: t(`role.${deed.role}`) })
        : t('settings:ledger.events.operatorInactive', { name: deed.name });
    case 'operator-passcode':
      return t('settings:ledger.events.operatorPasscode', { name: deed.name });
    case 'operator-locked-out':
      return t('settings:ledger.events.operatorLockedOut', { name: deed.name, count: deed.tries });
    case 'operators-provisioned':
      return t('settings:ledger.events.operatorsProvisioned', { names: [...deed.added, ...deed.changed].join(', ') });
    case 'operators-adopted':
      return t('settings:ledger.events.operatorsAdopted', { names: deed.names.join(', ') });
    case 'unlisted':
      return t('settings:ledger.events.unlisted', { name: deed.name });
    default:
      return seatDeedSentence(t, formats, deed);
  }
}

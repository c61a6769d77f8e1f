/** Entries of the audit trail, newest first, page by page. */
import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { LedgerEvent, LedgerEventsPage, LedgerEventsQuery } from '#shared/audit/ledger-events.ts';
import { api } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { usePages } from '#renderer/session/pages.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { Moment, SlowNote } from '#renderer/ui/texts/values.tsx';
import { useText } from '#renderer/words/i18n.ts';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { TableHead } from '#renderer/ui/parts.tsx';
import { deedGroups, kindsOfGroup, type DeedGroup } from '#shared/audit/deed-groups.ts';
import { isBackwards } from '#renderer/ui/dates/day-presets.ts';
import { boundsOfDay } from '#shared/local-day.ts';
import { useDeedSentence } from '#renderer/words/audit/deed-words.ts';

/** Entries per page: what a tall window shows without a second read. */
const pageSize = 50;
/** Characters that are shown unasked. */
const longestSentence = 400;

export function AuditList({ keyed }: { readonly keyed: KeyedAuditFilter }) {
  const { t } = useText();
  const filter = toEventsFilter(keyed);
  const { pages, loading, stale, issue, more, readOn, again } = usePages<LedgerEventsPage, string>(
    ['ledger', 'events', filter],
    (after) => api.ledger.events({ ...filter, after, limit: pageSize }),
    (page) => (page.more ? (page.events.at(-1)?.id ?? null) : null),
  );
  const events = pages.flatMap((page) => page.events);
  if (issue !== null) {
    return (
      <FailureNotice failure={issue.failure} act="reading">
        <Button size="compact-md" onClick={again}>
          {t('action.tryAgain')}
        </Button>
      </FailureNotice>
    );
  }
  if (loading) return <SlowNote of="loading" />;
  if (events.length === 0) {
    return isFiltered(keyed) ? (
      <EmptyState icon={<IconSearchOff size={32} />} title={t('audit:list.noneTitle')}>
        {t('audit:list.noneFiltered')}
      </EmptyState>
    ) : (
      <p className={parts.note}>{t('audit:list.none')}</p>
    );
  }
  return (
    <>
      <table className={parts.table} aria-label={t('audit:list.label')} aria-busy={stale}>
        <TableHead
          names={[t('audit:list.when'), t('audit:list.who'), t('label.seat'), t('audit:export.columns.what')]}
        />
        <tbody>
          {events.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </tbody>
      </table>
      {more && (
        <div className={common.row}>
          <Button onClick={readOn}>{t('action.showMore')}</Button>
        </div>
      )}
    </>
  );
}

function Entry({ event: { at, operatorName, seat, deed } }: { readonly event: LedgerEvent }) {
  const { t } = useText();
  const { go } = useNavigation();
  const sentenceOf = useDeedSentence();
  return (
    <tr>
      <td>
        <Moment at={at} />
      </td>
      <td data-name>{operatorName}</td>
      <td data-name>{seat}</td>
      <td>
        <Sentence text={sentenceOf(deed)} />{' '}
        {'attemptId' in deed && (
          <Button size="compact-sm" onClick={() => go('history', deed.attemptId)}>
            {t('audit:list.payment')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** A sentence that lists hundreds of names begins folded. */
function Sentence({ text }: { readonly text: string }) {
  if (text.length <= longestSentence) return text;
  return (
    <details>
      <summary>{text.slice(0, text.lastIndexOf(' ', longestSentence))} …</summary>
      {text}
    </details>
  );
}

export interface KeyedAuditFilter {
  readonly group: DeedGroup | null;
  readonly operatorName: string | null;
  /** Local days, `2026-11-20`; empty when open. Both ends are part of the search. */
  readonly fromDay: string;
  readonly untilDay: string;
}

export const noAuditFilter: KeyedAuditFilter = { group: null, operatorName: null, fromDay: '', untilDay: '' };

export const deedGroupOf = (text: string): DeedGroup | null => deedGroups.find((group) => group === text) ?? null;

export const isFiltered = (keyed: KeyedAuditFilter): boolean =>
  Object.values(keyed).some((value) => value !== null && value !== '');

/** A last day before the first one is ignored, as the form says. */
const toEventsFilter = (keyed: KeyedAuditFilter): Required<Omit<LedgerEventsQuery, 'after' | 'limit'>> => ({
  kinds: keyed.group === null ? null : [...kindsOfGroup(keyed.group)],
  operatorName: keyed.operatorName,
  from: boundsOfDay(keyed.fromDay)?.from ?? null,
  until: isBackwards(keyed) ? null : (boundsOfDay(keyed.untilDay)?.until ?? null),
});

/** The History screen: every attempt, found through one search box, with its details. */
import { textLimits } from '#shared/text-limits.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconFilter, IconHistory, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useSearchText } from '#renderer/ui/list/search-text.ts';
import { useFindKey } from '#renderer/ui/list/find-key.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { RecordList } from '#renderer/ui/list/record-list.tsx';
import { Screen } from '#renderer/ui/screen.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { AttemptDetailsPanel } from './attempt-details.tsx';
import { ExportButton, ExportNote, useExport } from './export-button.tsx';
import { useHistoryColumns } from './history-columns.tsx';
import { countFilters, isBackwards, noFilter, toFilter, type KeyedFilter } from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { searchCovers } from './search-covers.ts';
import { useHistory } from './use-history.ts';
import classes from './history.module.css';

const idOf = (attempt: ListedAttempt): string => attempt.id;

export function HistoryScreen() {
  const { t } = useText();
  const { route } = useNavigation();
  const [keyed, setKeyed] = useState<KeyedFilter>(noFilter);
  const [showFilters, setShowFilters] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(route.attemptId ?? null);
  const { sought, hint } = useSearchText(keyed.text, 80);
  const filter = useMemo(
    () => toFilter({ ...keyed, text: sought, ...(isBackwards(keyed) ? { untilDay: '' } : {}) }),
    [keyed, sought],
  );
  const found = useHistory(filter);
  const columns = useHistoryColumns();
  const file = useExport();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const filters = countFilters(keyed);
  const filtered = filters > 0 || filter.text !== '';

  // A visit may name an attempt while History is already open.
  const [seenVisit, setSeenVisit] = useState(route.visit);
  if (seenVisit !== route.visit) {
    setSeenVisit(route.visit);
    if (route.attemptId !== undefined) setActiveId(route.attemptId);
  }
  const shownId = activeId ?? found.attempts[0]?.id ?? null;
  useFindKey(search);
  const covers = searchCovers(t);

  return (
    <Screen
      title={t('history:title')}
      tools={
        <div className={classes.tools}>
          <TextInput
            ref={search}
            className={classes.search}
            aria-label={t('history:search.label')}
            placeholder={covers}
            title={covers}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={
              keyed.text !== '' && (
                <CloseButton
                  size="sm"
                  aria-label={t('history:search.clear')}
                  onClick={() => setKeyed({ ...keyed, text: '' })}
                />
              )
            }
            maxLength={textLimits.search}
            error={hint}
            value={keyed.text}
            onChange={(event) => setKeyed({ ...keyed, text: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setKeyed({ ...keyed, text: '' });
              if (event.key === 'ArrowDown' || event.key === 'Enter') {
                event.preventDefault();
                list.current?.focus();
              }
            }}
          />
          <Button
            variant="default"
            aria-expanded={showFilters}
            leftSection={<IconFilter size={18} aria-hidden />}
            onClick={() => setShowFilters(!showFilters)}
          >
            {filters === 0 ? t('history:filter.label') : t('history:filter.active', { count: filters })}
          </Button>
          <ExportButton export={file} filter={filter} />
        </div>
      }
      summary={
        shownId === null ? (
          <EmptyState title={t('history:none.title')}>{t('history:none.text')}</EmptyState>
        ) : (
          <AttemptDetailsPanel id={shownId} onShow={setActiveId} />
        )
      }
    >
      <div className={classes.body}>
        {showFilters && <HistoryFilters keyed={keyed} onChange={setKeyed} />}
        <ExportNote export={file} />
        {found.issue !== null && (
          <FailureNotice failure={found.issue.failure}>
            <Button variant="default" size="compact-md" onClick={found.again}>
              {t('history:again')}
            </Button>
          </FailureNotice>
        )}
        {content()}
      </div>
    </Screen>
  );

  function content() {
    if (found.issue !== null && found.attempts.length === 0) return null;
    if (found.loading) return <SlowNote of="loading" />;
    if (found.attempts.length === 0) {
      return (
        <EmptyState
          icon={filtered ? <IconSearchOff size={32} /> : <IconHistory size={32} />}
          title={t(filtered ? 'history:empty.filteredTitle' : 'history:empty.title')}
          action={
            filtered && (
              <Button variant="default" onClick={() => setKeyed(noFilter)}>
                {t('history:empty.clear')}
              </Button>
            )
          }
        >
          {t(filtered ? 'history:empty.filteredText' : 'history:empty.text')}
        </EmptyState>
      );
    }
    return (
      <RecordList
        label={t('history:list')}
        rows={found.attempts}
        idOf={idOf}
        columns={columns}
        activeId={shownId}
        onActive={(attempt) => setActiveId(attempt.id)}
        more={found.more}
        onEnd={found.readOn}
        stale={found.stale}
        listRef={list}
      />
    );
  }
}

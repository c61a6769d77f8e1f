/** The Holds screen: the queue of authorizations by time left, captured singly or in a batch. */
import { Button, CloseButton, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHourglassEmpty, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Hold, HoldsPage } from '#shared/ledger/holds.ts';
import { api, useAction, useCall } from '#renderer/session/api.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { useFindKey } from '#renderer/ui/list/find-key.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { RecordList } from '#renderer/ui/list/record-list.tsx';
import { Screen } from '#renderer/ui/screen.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { BatchResults } from '#renderer/features/holds/batch/batch-results.tsx';
import { batchLimit, BatchReview } from '#renderer/features/holds/batch/batch-review.tsx';
import { useHoldColumns } from '#renderer/features/holds/queue/hold-columns.tsx';
import { HoldSummary } from '#renderer/features/holds/capture/hold-summary.tsx';
import { HoldsTotals } from '#renderer/features/holds/queue/holds-totals.tsx';
import { InterruptedNotice } from '#renderer/features/holds/batch/interrupted-notice.tsx';
import { QueueKeys } from '#renderer/features/holds/queue/queue-keys.tsx';
import { useBatch } from '#renderer/features/holds/batch/use-batch.ts';
import { useCapture } from '#renderer/features/holds/capture/use-capture.ts';
import { useHolds } from '#renderer/features/holds/queue/use-holds.ts';
import { useSelection } from '#renderer/features/holds/queue/use-selection.ts';
import classes from './holds.module.css';

const idOf = (hold: Hold): string => hold.id;

export function HoldsScreen() {
  const { t } = useText();
  const [show, setShow] = useState<'waiting' | 'all'>('waiting');
  const [text, setText] = useState('');
  const [soughtText] = useDebouncedValue(text.trim(), 120);
  const { environment } = useSession().merchant.merchant;
  const queue = useHolds(environment, show, soughtText);
  const mayCapture = useMayAct('back-office');
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const interrupted = useCall('holds', 'interruptedBatches', undefined, { enabled: mayCapture }).data ?? [];
  const dismiss = useAction('holds', 'dismissBatch');
  const columns = useHoldColumns();
  const selection = useSelection(queue.holds);
  const one = useCapture();
  const batch = useBatch();
  const [activeId, setActiveId] = useState<string | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const [findFailure, setFindFailure] = useState<Failure | null>(null);
  const client = useQueryClient();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const active = useMemo(
    () => queue.holds.find((hold) => hold.id === activeId) ?? queue.holds[0] ?? null,
    [queue.holds, activeId],
  );
  const busy = one.capture.kind === 'sending';
  const leave = (): void => {
    if (busy) return;
    setReviewing(false);
    one.clear();
    list.current?.focus();
  };
  useShortcuts({
    Escape: reviewing || one.capture.kind !== 'none' ? leave : undefined,
  });
  useFindKey(search);
  const cutOff = interrupted.find(({ batchId }) => batchId !== batch.progress?.batchId);

  return (
    <Screen
      title={t('holds:title')}
      tools={
        <Group flex="1 1 auto" miw={0} gap={12} justify="flex-end" wrap="nowrap">
          <TextInput
            ref={search}
            className={classes.search}
            aria-label={t('holds:filter.label')}
            placeholder={t('holds:filter.placeholder')}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={
              text !== '' && <CloseButton size="sm" aria-label={t('holds:empty.clear')} onClick={() => setText('')} />
            }
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setText('');
              if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') {
                event.preventDefault();
                list.current?.focus();
              }
            }}
          />
          <SegmentedControl
            aria-label={t('holds:filter.show')}
            value={show}
            onChange={(value) => setShow(value === 'all' ? 'all' : 'waiting')}
            data={[
              { value: 'waiting', label: t('holds:filter.waiting') },
              { value: 'all', label: t('holds:filter.all') },
            ]}
          />
        </Group>
      }
      summary={summary()}
    >
      <Stack gap={12} h="100%" mih={0}>
        {queue.totals !== null && <HoldsTotals totals={queue.totals} />}
        {cutOff !== undefined && (
          <InterruptedNotice
            progress={cutOff}
            onShow={() => batch.show({ ...cutOff, finished: true })}
            onDismiss={() =>
              dismiss.mutate(
                { batchId: cutOff.batchId },
                { onSuccess: () => void client.invalidateQueries({ queryKey: ['holds', 'interruptedBatches'] }) },
              )
            }
          />
        )}
        {findFailure !== null && <FailureNotice failure={findFailure} />}
        {dismiss.error !== null && <FailureNotice failure={dismiss.error.failure} />}
        {queue.issue !== null && (
          <FailureNotice failure={queue.issue.failure}>
            <Button variant="default" size="compact-md" onClick={queue.again}>
              {t('holds:again')}
            </Button>
          </FailureNotice>
        )}
        {content()}
        {mayCapture && queue.holds.length > 0 && <QueueKeys />}
      </Stack>
    </Screen>
  );

  function content() {
    if (queue.issue !== null && queue.holds.length === 0) return null;
    if (queue.loading) return <SlowNote of="loading" />;
    if (queue.holds.length === 0) {
      const filtered = soughtText !== '';
      return (
        <EmptyState
          icon={filtered ? <IconSearchOff size={32} /> : <IconHourglassEmpty size={32} />}
          title={t(filtered ? 'holds:empty.filteredTitle' : 'holds:empty.title')}
        >
          {t(filtered ? 'holds:empty.filteredText' : 'holds:empty.text')}
        </EmptyState>
      );
    }
    return (
      <RecordList
        label={t('holds:list')}
        rows={queue.holds}
        idOf={idOf}
        columns={columns}
        activeId={active?.id ?? null}
        onActive={(hold) => {
          setActiveId(hold.id);
          if (busy) return;
          setReviewing(false);
          one.clear();
        }}
        onOpen={(hold) => {
          if (busy || !mayCapture) return;
          setActiveId(hold.id);
          one.clear();
          setReviewing(true);
        }}
        {...(mayCapture ? { marking: selection.marking(t('holds:columns.select')) } : {})}
        more={queue.more}
        onEnd={queue.readOn}
        stale={queue.stale}
        listRef={list}
      />
    );
  }

  /** Marks holds by id, because the rows of a batch may be on pages that are not read. */
  async function markAgain(holdIds: readonly string[]): Promise<void> {
    const found = await api.holds.find({ ids: [...holdIds] });
    if (!found.ok) {
      setFindFailure(found.failure);
      return;
    }
    setFindFailure(null);
    selection.mark(found.value);
    batch.clear();
    list.current?.focus();
  }

  /** Marks at most one batch. Holds beyond it stay unmarked, and the review says so. */
  async function markUnread(): Promise<void> {
    const holdsOf = (pages: readonly HoldsPage[]) =>
      pages.flatMap((page) => page.holds).filter((hold) => hold.state === 'open');
    const pages = await queue.readUntil((read) => holdsOf(read).length >= batchLimit);
    selection.mark(holdsOf(pages).slice(0, batchLimit));
  }

  function summary() {
    if (batch.progress !== null) {
      return <BatchResults batch={batch} progress={batch.progress} onRetry={(holdIds) => void markAgain(holdIds)} />;
    }
    if (selection.holds.length > 0) {
      return (
        <BatchReview
          holds={selection.holds}
          merchants={merchants}
          failure={batch.failure}
          reviewing={reviewing}
          notShown={selection.notShown}
          onMarkUnread={selection.all && queue.more ? () => void markUnread() : null}
          onReview={() => setReviewing(true)}
          onClear={() => {
            selection.clear();
            leave();
          }}
          onSubmit={(captures) => {
            setReviewing(false);
            selection.clear();
            batch.start(captures);
          }}
        />
      );
    }
    if (active === null && one.capture.kind === 'none') {
      return <EmptyState title={t('holds:none.title')}>{t('holds:none.text')}</EmptyState>;
    }
    const shown = one.capture.kind === 'none' ? active : one.capture.hold;
    if (shown === null) return null;
    return (
      <HoldSummary
        hold={shown}
        merchants={merchants}
        one={one}
        reviewing={reviewing}
        onReview={() => setReviewing(true)}
        onLeave={leave}
      />
    );
  }
}

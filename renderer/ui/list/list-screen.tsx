/** A screen of one list: search and tools, the list or what takes its place, and the chosen row beside it. */
import { Button, Group, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { useNavigation, useRevisit } from '#renderer/session/navigation.tsx';
import type { Pages } from '#renderer/session/pages.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Screen } from '#renderer/ui/screen.tsx';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { EmptyState } from './empty-state.tsx';
import { RecordList, type RecordListProps } from './record-list.tsx';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';
import classes from './list-screen.module.css';

export function ListScreen<Row>({
  title,
  search,
  tools,
  above,
  below,
  found,
  pending = false,
  list,
  listRef,
  empty,
  summary,
}: {
  readonly title: string;
  readonly search: SearchBoxProps;
  readonly tools: ReactNode;
  /** Between the head and the list: its totals, its filters, and notices. */
  readonly above: ReactNode;
  readonly below?: ReactNode;
  readonly found: Pages<unknown>;
  /** A row that another screen led to is still being read. */
  readonly pending?: boolean;
  readonly list: Omit<RecordListProps<Row>, 'more' | 'onEnd' | 'onStart' | 'stale' | 'listRef'>;
  /** The list, or the words in its place. It takes the focus from the search box and on a further visit. */
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** Why the list is empty. */
  readonly empty: ComponentProps<typeof EmptyState>;
  readonly summary: ReactNode;
}) {
  const { t } = useText();
  const { route } = useNavigation();
  const focusList = (): void => listRef.current?.focus();
  // A visit to one row leaves the focus where it is.
  useRevisit(() => {
    if (route.attemptId === undefined) focusList();
  });
  return (
    <Screen
      title={title}
      tools={
        <Group className={classes.tools ?? ''} gap={8} justify="flex-end" wrap="nowrap">
          <SearchBox {...search} onLeave={focusList} />
          {tools}
        </Group>
      }
      summary={summary}
    >
      <Stack gap={12} h="100%" mih={0}>
        {above}
        {found.issue !== null && (
          <FailureNotice failure={found.issue.failure} act="reading">
            <Button size="compact-md" onClick={found.again}>
              {t('action.tryAgain')}
            </Button>
          </FailureNotice>
        )}
        {content()}
        {below}
      </Stack>
    </Screen>
  );

  function content() {
    if (found.issue !== null && list.rows.length === 0) return null;
    if (found.loading || pending) return <SlowNote of="loading" />;
    if (list.rows.length > 0) {
      return (
        <RecordList
          {...list}
          more={found.more}
          onEnd={found.readOn}
          onStart={found.readBack}
          stale={found.stale}
          listRef={listRef}
        />
      );
    }
    return (
      <div role="status" tabIndex={-1} ref={listRef}>
        <EmptyState {...empty} />
      </div>
    );
  }
}

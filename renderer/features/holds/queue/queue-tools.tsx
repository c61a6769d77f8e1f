/** Search box of the queue, and the choice between waiting and all holds. */
import { textLimits } from '#shared/text-limits.ts';
import { CloseButton, Group, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, type RefObject } from 'react';
import { useFindKey } from '#renderer/ui/list/find-key.ts';
import { useRevisit } from '#renderer/session/navigation.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { PrintButton } from '#renderer/ui/paper/print-button.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { mostPrintedHolds } from '#shared/paper/paper-documents.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { Queue } from './use-holds.ts';
import classes from '#renderer/features/holds/holds.module.css';

export type Show = 'waiting' | 'all';

export function QueueTools({
  text,
  hint,
  onText,
  show,
  onShow,
  list,
  queue,
}: {
  readonly text: string;
  /** Why the text is not searched for. */
  readonly hint: string | undefined;
  readonly onText: (text: string) => void;
  readonly show: Show;
  readonly onShow: (show: Show) => void;
  /** The list, which takes the focus from the search box. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly queue: Pick<Queue, 'paper' | 'more'>;
}) {
  const { t } = useText();
  const { count } = useFormats();
  const mayPrint = useMayAct('back-office');
  const search = useRef<HTMLInputElement>(null);
  useFindKey(search);
  useRevisit(() => list.current?.focus());
  return (
    <Group className={classes.tools ?? ''} gap={12} justify="flex-end">
      <TextInput
        ref={search}
        className={classes.search}
        aria-label={t('holds:filter.label')}
        placeholder={t('holds:filter.placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          text !== '' && <CloseButton size="sm" aria-label={t('holds:empty.clear')} onClick={() => onText('')} />
        }
        value={text}
        maxLength={textLimits.holdSearch}
        error={hint}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onText('');
          if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            list.current?.focus();
          }
        }}
      />
      <SegmentedControl
        aria-label={t('holds:filter.show')}
        value={show}
        onChange={(value) => onShow(value === 'all' ? 'all' : 'waiting')}
        data={[
          { value: 'waiting', label: t('holds:filter.waiting') },
          { value: 'all', label: t('holds:filter.all') },
        ]}
      />
      {mayPrint && (
        <PrintButton
          compact
          subject={queue.paper}
          note={queue.more ? t('printing:mostHolds', { max: count(mostPrintedHolds) }) : undefined}
          heading={t('holds:title')}
        />
      )}
    </Group>
  );
}

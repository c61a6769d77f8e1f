/** Says why no hold is listed: none waits, or none matches the search. */
import { IconHourglassEmpty, IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { useText } from '#renderer/words/i18n.ts';
import type { RefObject } from 'react';

/** @param listRef takes the focus in place of the list */
export function EmptyQueue({
  filtered,
  listRef,
}: {
  readonly filtered: boolean;
  readonly listRef: RefObject<HTMLDivElement | null>;
}) {
  const { t } = useText();
  return (
    <div role="status" tabIndex={-1} ref={listRef}>
      <EmptyState
        icon={filtered ? <IconSearchOff size={32} /> : <IconHourglassEmpty size={32} />}
        title={t(filtered ? 'holds:empty.filteredTitle' : 'holds:empty.title')}
      >
        {t(filtered ? 'holds:empty.filteredText' : 'holds:empty.text')}
      </EmptyState>
    </div>
  );
}

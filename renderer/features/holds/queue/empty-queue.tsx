/** Says why no hold is listed: none waits, or none matches the search. */
import { IconHourglassEmpty, IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { useText } from '#renderer/words/i18n.ts';

export function EmptyQueue({ filtered }: { readonly filtered: boolean }) {
  const { t } = useText();
  return (
    <div role="status">
      <EmptyState
        icon={filtered ? <IconSearchOff size={32} /> : <IconHourglassEmpty size={32} />}
        title={t(filtered ? 'holds:empty.filteredTitle' : 'holds:empty.title')}
      >
        {t(filtered ? 'holds:empty.filteredText' : 'holds:empty.text')}
      </EmptyState>
    </div>
  );
}

/** Marks of the list of holds. A mark that is refused says why. */
import type { Hold } from '#shared/ledger/holds.ts';
import type { Marking } from '#renderer/ui/list/column.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { whyNotMarked } from '#renderer/features/holds/capture/hold-note.tsx';
import type { Selection } from './use-selection.ts';

export function useMarking(
  selection: Selection,
  holds: readonly Hold[],
  say: (text: string) => void,
  hush: () => void,
  markRest: (() => void) | null,
): Marking<Hold> {
  const { t } = useText();
  const formats = useFormats();
  return {
    header: t('holds:columns.select'),
    marked: selection.ids,
    markable: selection.markable,
    toggle: (hold) => {
      hush();
      selection.toggle(hold);
    },
    setMarked: selection.setMarked,
    refuse: (hold) => say(whyNotMarked(t, formats, hold)),
    toggleAll: () => {
      hush();
      if (holds.some(selection.markable)) selection.toggleAll();
      else say(t('holds:review.nothingToMark'));
    },
    markRest,
  };
}

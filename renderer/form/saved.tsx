/** Says that something was saved. */
import { IconCheck } from '@tabler/icons-react';
import { IconLine } from '#renderer/ui/parts.tsx';
import { useText } from '#renderer/words/i18n.ts';

/** @param words in place of “Saved” */
export function Saved({ words }: { readonly words?: string | undefined }) {
  const { t } = useText();
  return (
    <IconLine icon={IconCheck} tone="approved" role="status">
      {words ?? t('settings:saved')}
    </IconLine>
  );
}

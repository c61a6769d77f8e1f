/** Says that a section was saved. */
import { IconCheck } from '@tabler/icons-react';
import { IconLine } from '#renderer/ui/parts.tsx';
import { useText } from '#renderer/words/i18n.ts';

/** @param announced speaks by itself, where nothing around it does */
export function Saved({ announced = false }: { readonly announced?: boolean }) {
  const { t } = useText();
  return (
    <IconLine icon={IconCheck} tone="approved" role={announced ? 'status' : undefined}>
      {t('settings:saved')}
    </IconLine>
  );
}

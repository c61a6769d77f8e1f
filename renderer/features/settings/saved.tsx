/** Says that a section was saved. */
import { IconCheck } from '@tabler/icons-react';
import { Said } from '#renderer/ui/parts.tsx';
import { useText } from '#renderer/words/i18n.ts';

/** @param announced speaks by itself, where nothing around it does */
export function Saved({ announced = false }: { readonly announced?: boolean }) {
  const { t } = useText();
  return (
    <Said icon={IconCheck} tone="approved" role={announced ? 'status' : undefined}>
      {t('settings:saved')}
    </Said>
  );
}

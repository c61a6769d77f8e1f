/** Says that a section was saved. */
import { IconCheck } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import classes from './settings.module.css';

/** @param announced speaks by itself, where nothing around it does */
export function Saved({ announced = false }: { readonly announced?: boolean }) {
  const { t } = useText();
  return (
    <span className={classes.done} role={announced ? 'status' : undefined}>
      <IconCheck size={18} aria-hidden />
      {t('settings:saved')}
    </span>
  );
}

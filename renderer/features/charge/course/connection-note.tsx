/** Says before a payment is sent that the service can't be reached. */
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { ServiceConnection } from './use-connection.ts';
import classes from './course.module.css';

/** Empty while there is no sign of trouble, so that screen readers announce the words when they come. */
export function ConnectionNote({ connection: { downSince } }: { readonly connection: ServiceConnection }) {
  const { t } = useText();
  const { time } = useFormats();
  return (
    <p role="status" className={classes.offline}>
      {downSince !== null && (
        <>
          <IconPlugConnectedX size={18} aria-hidden="true" />
          {t('charge:offline', { time: time(new Date(downSince).toISOString()) })}
        </>
      )}
    </p>
  );
}

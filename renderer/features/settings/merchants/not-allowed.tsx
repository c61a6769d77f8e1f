/** Warns that the company's policy does not allow a merchant as it is set up here. */
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import classes from '#renderer/features/settings/settings.module.css';

export function NotAllowed() {
  const { t } = useText();
  return (
    <p className={classes.warning}>
      <IconAlertTriangleFilled size={18} aria-hidden />
      {t('common:banner.merchantNotAllowed')} {t('common:banner.merchantNotAllowedNext')}
    </p>
  );
}

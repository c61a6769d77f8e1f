/** Warns that the company's policy does not allow a merchant as it is set up here. */
import { Callout } from '#renderer/ui/parts.tsx';
import { useText } from '#renderer/words/i18n.ts';

export function NotAllowed() {
  const { t } = useText();
  return (
    <Callout tone="unknown">
      {t('common:banner.merchantNotAllowed')} {t('common:banner.merchantNotAllowedNext')}
    </Callout>
  );
}

/** Says that typed keys were refused, because the focus moved while somebody typed. */
import { IconKeyboardOff } from '@tabler/icons-react';
import { useRefusedTyping } from '#renderer/ui/typing.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

export function TypingBanner() {
  const { t } = useText();
  if (!useRefusedTyping()) return null;
  return (
    <Banner tone="unknown" icon={IconKeyboardOff} title={t('banner.typing')}>
      {t('banner.typingNext')}
    </Banner>
  );
}

/** One warning above every screen, announced when it appears. */
import { IconKeyboardOff, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFocusHandedOn } from '#renderer/ui/dialog-keys.ts';
import { useOneLineBanners } from '#renderer/ui/screen.tsx';
import { useRefusedTyping } from '#renderer/ui/typing.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './banners.module.css';

export function Banner({
  tone,
  icon: Shape,
  title,
  children,
  action,
}: {
  readonly tone: 'unknown' | 'declined';
  readonly icon: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  // The screen below needs the room of a small window, so a banner has one line there and opens.
  const small = useOneLineBanners();
  useFocusHandedOn();
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <Shape size={18} aria-hidden="true" className={classes.icon} />
      {small && children !== undefined ? (
        <details className={classes.text}>
          <summary>
            <strong>{title}</strong>
          </summary>
          <p>{children}</p>
        </details>
      ) : (
        <p className={classes.text}>
          <strong>{title}</strong> {children}
        </p>
      )}
      {action}
    </div>
  );
}

/** Says that typed keys were refused, and why. */
export function TypingBanner() {
  const { t } = useText();
  const refused = useRefusedTyping();
  if (refused === null) return null;
  return (
    <Banner tone="unknown" icon={IconKeyboardOff} title={t('banner.typing')}>
      {t(refused === 'moved' ? 'banner.typingNext' : 'banner.typingEarly')}
    </Banner>
  );
}

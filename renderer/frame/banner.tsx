/** One warning above every screen, announced when it appears. */
import { IconKeyboardOff, type Icon, IconBuildingStore, IconDatabaseX, IconFileAlert } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOneLineBanners } from '#renderer/ui/screen.tsx';
import { useRefusedTyping } from '#renderer/ui/typing.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './banners.module.css';
import { useCall } from '#renderer/session/api.ts';
import { usePolicy, useSession } from '#renderer/session/session.tsx';

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

/** Says what the company's policy of this computer stops, what stops payments first, and that it can't be used. */
export function PolicyBanners() {
  const { t } = useText();
  const { merchant } = useSession();
  const { file, usable } = usePolicy();
  const ledger = useCall('ledger', 'status', undefined).data;
  return (
    <>
      {ledger?.forbidden === true && (
        <Banner tone="declined" icon={IconDatabaseX} title={t('banner.ledgerForbidden')}>
          {t('banner.ledgerForbiddenNext')}
        </Banner>
      )}
      {!merchant.allowed && (
        <Banner tone="declined" icon={IconBuildingStore} title={t('banner.merchantNotAllowed')}>
          {t('banner.merchantNotAllowedNext')}
        </Banner>
      )}
      {!usable && (
        <Banner tone="unknown" icon={IconFileAlert} title={t('banner.policyUnusable')}>
          {t('banner.policyUnusableNext', { file: file ?? '' })}
        </Banner>
      )}
    </>
  );
}

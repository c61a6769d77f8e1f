/** Warnings about the company's policy of this computer: what it stops, and that it can't be used. */
import { IconBuildingStore, IconDatabaseX, IconFileAlert } from '@tabler/icons-react';
import { useCall } from '#renderer/session/api.ts';
import { usePolicy } from '#renderer/session/policy.ts';
import { useSession } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

/** Shows first what stops payments. */
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

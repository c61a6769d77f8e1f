/** Tells on the other screens that an order waits on Charge. They are not left by themselves, because something may be keyed there. */
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

export function OrderBanner() {
  const { t } = useText();
  const { route, go } = useNavigation();
  const order = useCall('payments', 'waitingOrder', undefined).data ?? null;
  if (order === null || route.screen === 'charge') return null;
  return (
    <Banner
      tone="unknown"
      icon={IconLink}
      title={t(order.read.kind === 'order' ? 'charge:order.offered' : 'charge:order.refused')}
      action={
        <Button size="compact-md" variant="default" onClick={() => go('charge')}>
          {t('charge:order.show')}
        </Button>
      }
    />
  );
}

/** Warnings that payments wait, because a file that steers them is damaged. */
import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

/** A supervisor may go on without the file, with their passcode. */
export function DamagedFileBanners() {
  const { t } = useText();
  const mayDecide = useMayAct('supervisor');
  const damaged = useCall('seat', 'damagedFiles', undefined).data ?? [];
  const goOn = useAction('seat', 'goOnWithout');
  return damaged.map(({ document, file }) => (
    <Banner
      key={document}
      tone="declined"
      icon={IconFileAlert}
      title={t('banner.damagedFile')}
      action={
        mayDecide && (
          <Button
            size="compact-md"
            variant="default"
            disabled={goOn.isPending}
            onClick={() => goOn.mutate({ document })}
          >
            {t('banner.damagedFileGo')}
          </Button>
        )
      }
    >
      {t(`banner.damagedFileNext.${document}`, { file })} {!mayDecide && t('banner.damagedFileAsk')}
    </Banner>
  ));
}

/** Warnings about what was changed or damaged outside the program: the audit trail, and files that steer payments. */
import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { trailBreakWords } from '#renderer/words/audit/trail-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

/** Names the first broken link, for supervisors. */
export function TrailBanner() {
  const { t } = useText();
  const formats = useFormats();
  const { openSettings } = useNavigation();
  const maySee = useMayAct('supervisor');
  const trail = useCall('ledger', 'status', undefined).data?.trail ?? null;
  if (!maySee || trail === null || trail.breaks === 0) return null;
  return (
    <Banner
      tone="declined"
      icon={IconFileAlert}
      title={t(trail.first?.kind === 'stranger' ? 'banner.stranger' : 'banner.trail')}
      action={
        <Button size="compact-md" variant="default" onClick={() => openSettings('audit')}>
          {t('banner.trailSee')}
        </Button>
      }
    >
      {trail.first !== null && trailBreakWords(t, formats, trail.first)}
    </Banner>
  );
}

/** A supervisor decides about the file, with their passcode. */
export function DamagedFileBanners() {
  const { t } = useText();
  const mayDecide = useMayAct('supervisor');
  const damaged = useCall('seat', 'damagedFiles', undefined).data ?? [];
  const goOn = useAction('seat', 'goOnWithout');
  return damaged.map(({ document, file, reason }) => (
    <Banner
      key={document}
      tone="declined"
      icon={IconFileAlert}
      title={t(reason === 'damaged' ? 'banner.damagedFile' : 'banner.changedFile')}
      action={
        mayDecide && (
          <Button
            size="compact-md"
            variant="default"
            disabled={goOn.isPending}
            onClick={() => goOn.mutate({ document })}
          >
            {t(reason === 'damaged' ? 'banner.damagedFileGo' : `banner.changedFileGo.${reason}`)}
          </Button>
        )
      }
    >
      {reason === 'damaged'
        ? t(`banner.damagedFileNext.${document}`, { file })
        : t(`banner.changedFileNext.${reason}`, { file, document: t(`audit:deed.damagedDocument.${document}`) })}{' '}
      {!mayDecide && t('banner.damagedFileAsk')}
    </Banner>
  ));
}

/** Warning for supervisors that the audit trail was changed by hand, with its first broken link. */
import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { trailBreakWords } from '#renderer/words/audit/trail-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

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
      title={t('banner.trail')}
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

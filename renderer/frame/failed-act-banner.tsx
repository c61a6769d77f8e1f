/** Says that an act of the frame failed: what it left as it was, and why. */
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useFailedAct } from '#renderer/session/frame-acts.ts';
import { failureWords } from '#renderer/words/failure-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

export function FailedActBanner() {
  const { t } = useText();
  const { money } = useFormats();
  const failed = useFailedAct();
  if (failed === null) return null;
  const { body, detail } = failureWords(t, money, failed.failure);
  return (
    <Banner tone="declined" icon={IconAlertTriangleFilled} title={t(`banners:failedAct.${failed.name}`)}>
      {body} {detail}
    </Banner>
  );
}

/** Says of each act of the frame that failed what it left as it was, and why, until it succeeds or somebody has read it. */
import { Button } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { forgetFailure, useFailedActs, type FailedFrameAct } from '#renderer/session/frame-acts.ts';
import { failureWords } from '#renderer/words/failure-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

export const FailedActBanners = () => useFailedActs().map((act) => <FailedActBanner key={act.key.join()} act={act} />);

function FailedActBanner({ act: { key, failure } }: { readonly act: FailedFrameAct }) {
  const { t } = useText();
  const { money } = useFormats();
  const client = useQueryClient();
  const { body, detail } = failureWords(t, money, failure);
  const [, name, , document] = key;
  return (
    <Banner
      tone="declined"
      icon={IconAlertTriangleFilled}
      title={t(`banners:failedAct.${name}`, { document: document && t(`banners:document.${document}`) })}
      action={
        <Button size="compact-md" onClick={() => forgetFailure(client, key)}>
          {t('action.close')}
        </Button>
      }
    >
      {body} {detail}
    </Banner>
  );
}

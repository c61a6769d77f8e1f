/** Everything about one attempt: the outcome in words, what was keyed, what the service said, the raw answer. */
import { Button, Tabs } from '@mantine/core';
import { IconGavel, IconHourglassHigh } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttemptDetails } from '#shared/payments/attempt.ts';
import { useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomePanel } from '#renderer/ui/outcome/outcome-panel.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { AttemptFacts } from './attempt-facts.tsx';
import { RawAnswer } from './raw-answer.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import classes from './history.module.css';

export function AttemptDetailsPanel({
  id,
  onShow,
}: {
  readonly id: string;
  /** Shows another attempt: the hold that a capture belongs to. */
  readonly onShow: (id: string) => void;
}) {
  const details = useCall('history', 'show', { id }, { keepPrevious: true });
  if (details.error !== null) return <FailureNotice failure={details.error.failure} />;
  if (details.data === undefined) return <SlowNote of="loading" />;
  return <Shown key={details.data.id} details={details.data} onShow={onShow} />;
}

function Shown({ details, onShow }: { readonly details: AttemptDetails; readonly onShow: (id: string) => void }) {
  const { t } = useText();
  const [resolving, setResolving] = useState(false);
  const mayResolve = useMayAct('supervisor');
  const open = details.state === 'unknown' && details.resolution === null;
  useShortcuts({ 'Mod+E': open && mayResolve ? () => setResolving(true) : undefined });
  const { holdId } = details;
  return (
    <Tabs defaultValue="payment" className={classes.details} aria-label={t('history:details.label')}>
      <Tabs.List>
        <Tabs.Tab value="payment">{t('history:details.tabs.payment')}</Tabs.Tab>
        <Tabs.Tab value="entered">{t('history:details.tabs.entered')}</Tabs.Tab>
        <Tabs.Tab value="answer">{t('history:details.tabs.answer')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="payment" className={classes.tab}>
        <OutcomePanel
          attempt={details}
          receiptKeys="Mod+R"
          actions={
            <>
              {open && mayResolve && (
                <Button
                  leftSection={<IconGavel size={18} aria-hidden />}
                  rightSection={<KeyHint keys="Mod+E" />}
                  onClick={() => setResolving(true)}
                >
                  {t('history:details.resolve')}
                </Button>
              )}
              {holdId !== null && (
                <Button
                  variant="default"
                  leftSection={<IconHourglassHigh size={18} aria-hidden />}
                  onClick={() => onShow(holdId)}
                >
                  {t('history:details.hold')}
                </Button>
              )}
            </>
          }
        />
        {open && (
          <p className={classes.note}>
            {t(mayResolve ? 'history:details.resolveHint' : 'history:details.resolveSupervisor')}
          </p>
        )}
        {details.overrideReason !== null && (
          <p className={classes.callout}>
            {t('history:details.override')} <q>{details.overrideReason}</q>
          </p>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="entered" className={classes.tab}>
        <AttemptFacts details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="answer" className={classes.tab}>
        <RawAnswer text={details.rawAnswer} />
      </Tabs.Panel>
      {resolving && <ResolveDialog attempt={details} onClose={() => setResolving(false)} />}
    </Tabs>
  );
}

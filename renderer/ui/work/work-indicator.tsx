/** Long work in the rail while its own screen is not open: how far it is, or that it has ended. Leads to it. */
import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCheck, IconLoader } from '@tabler/icons-react';
import type { ShownWork } from '#shared/work/long-work.ts';
import type { WorkKind } from '#shared/seat/work-kinds.ts';
import { useNavigation, type ScreenName, type SettingsSection } from '#renderer/session/navigation.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { percentOf } from '#renderer/words/work-words.ts';
import { useLongWorks } from './use-long-work.ts';

/** Screen on which each kind of work is shown. A scheduled backup concerns nobody at the counter. */
const places = {
  'export-history': 'history',
  'export-batch': 'holds',
  'export-report': 'reports',
  reconcile: 'reports',
  'export-trail': 'audit',
  'export-diagnostics': 'seat',
  'check-trail': 'audit',
  backup: 'ledger',
  restore: 'ledger',
  move: 'ledger',
  purge: 'ledger',
} as const satisfies Readonly<Record<Exclude<WorkKind, 'scheduled-backup'>, ScreenName | SettingsSection>>;

export function WorkIndicator({ className }: { readonly className?: string | undefined }) {
  const { t } = useText();
  const { route, go, openSettings } = useNavigation();
  const work = useLongWorks().find(({ cancel }) => cancel !== 'not-permitted');
  if (work === undefined || work.kind === 'scheduled-backup') return null;
  const place = places[work.kind];
  const inSettings = place === 'audit' || place === 'ledger' || place === 'seat';
  if (route.screen === (inSettings ? 'settings' : place)) return null;
  const words = wordsOf(t, work);
  const Icon = work.end === null ? IconLoader : work.end.kind === 'failed' ? IconAlertTriangleFilled : IconCheck;
  return (
    <UnstyledButton
      className={className}
      aria-label={words}
      title={words}
      onClick={() => (inSettings ? openSettings(place) : go(place))}
    >
      <Icon size={22} stroke={1.6} aria-hidden />
      <span style={{ fontVariantNumeric: 'tabular-nums' }}>{shortWords(t, work)}</span>
    </UnstyledButton>
  );
}

function wordsOf(t: Translate, { kind, step, end }: ShownWork): string {
  const work = t(`work:kind.${kind}`);
  if (end !== null) return t(`work:openEnded.${end.kind}`, { work });
  const percent = percentOf(step);
  return percent === null ? t('work:openUnknown', { work }) : t('work:open', { work, percent });
}

function shortWords(t: Translate, { step, end }: ShownWork): string {
  if (end !== null) return t(`work:short.${end.kind}`);
  const percent = percentOf(step);
  return percent === null ? t('work:short.running') : t('work:percent', { percent });
}

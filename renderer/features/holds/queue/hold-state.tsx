/** State of a hold as an icon and a word. */
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleOff,
  IconHelp,
  IconHelpTriangleFilled,
  IconLock,
  IconProgress,
  type Icon,
} from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import type { RecordedHoldState } from '#shared/payments/hold-state.ts';
import classes from './queue.module.css';
import parts from '#renderer/ui/parts.module.css';

const icons = {
  open: IconLock,
  capturing: IconProgress,
  captured: IconCircleCheckFilled,
  'capture-unknown': IconHelpTriangleFilled,
  voiding: IconProgress,
  'void-unknown': IconHelpTriangleFilled,
  voided: IconCircleOff,
  doubtful: IconHelpTriangleFilled,
  altered: IconAlertTriangleFilled,
  unlisted: IconHelp,
} as const satisfies Readonly<Record<RecordedHoldState, Icon>>;

const tones: Readonly<Partial<Record<RecordedHoldState, 'approved' | 'unknown'>>> = {
  captured: 'approved',
  'capture-unknown': 'unknown',
  'void-unknown': 'unknown',
  doubtful: 'unknown',
  altered: 'unknown',
  unlisted: 'unknown',
};

export function HoldStateMark({ state }: { readonly state: RecordedHoldState }) {
  const { t } = useText();
  const Icon = icons[state];
  return (
    <span className={parts.line} data-tone={tones[state]}>
      <Icon size={16} className={tones[state] === undefined ? classes.faint : undefined} aria-hidden />
      {t(`holds:states.${state}`)}
    </span>
  );
}

/** State of a hold as an icon and a word. */
import {
  IconCircleCheckFilled,
  IconCircleOff,
  IconHelpTriangleFilled,
  IconLock,
  IconProgress,
} from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import type { HoldState } from '#shared/ledger/holds.ts';
import classes from '#renderer/features/holds/holds.module.css';

const icons = {
  open: IconLock,
  capturing: IconProgress,
  captured: IconCircleCheckFilled,
  'capture-unknown': IconHelpTriangleFilled,
  voided: IconCircleOff,
};

export function HoldStateMark({ state }: { readonly state: HoldState }) {
  const { t } = useText();
  const Icon = icons[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} aria-hidden />
      {t(`holds:states.${state}`)}
    </span>
  );
}

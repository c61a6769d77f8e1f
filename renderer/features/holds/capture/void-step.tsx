/** The button that voids an open hold, or why it can't be voided. */
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Hold } from '#shared/ledger/holds.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { reversalKeys, useReversalOffer } from '#renderer/ui/requests/reversal-offer.ts';
import { useText } from '#renderer/words/i18n.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';

export function VoidStep({ hold }: { readonly hold: Hold }) {
  const { t } = useText();
  const { openLater } = useNavigation();
  const open = (): void => openLater({ operation: 'void', hold });
  const offer = useReversalOffer('void', hold.authorization);
  const name = t('reversals:void.open');
  const run = offer === 'offered' ? open : undefined;
  useActions(t('nav.holds'), [{ name, keys: reversalKeys, said: t('palette:words.refund'), run }]);
  if (offer === 'hidden') return null;
  if (offer !== 'offered') return <p className={parts.note}>{t(`failures:not-offered.${offer}.void`)}</p>;
  return (
    <KeyButton variant="default" fullWidth icon={IconArrowBackUp} keys={reversalKeys} onClick={open}>
      {name}
    </KeyButton>
  );
}

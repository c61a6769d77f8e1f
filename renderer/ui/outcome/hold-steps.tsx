/** Next steps of an open hold: capture it now, or look at it in its queue. */
import { IconCreditCardPay, IconHourglassHigh } from '@tabler/icons-react';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

/** Key of the place where a payment is worked on. */
export const placeKeys = 'Mod+G';
/** Key of the next step. Not the one that sends: a hasty second press after a payment must not lead to a capture. */
const captureKeys = 'F3';

/** @param primary whether capturing is what the panel is about */
export function HoldSteps({ holdId, primary = false }: { readonly holdId: string; readonly primary?: boolean }) {
  const { t } = useText();
  const { openHold } = useNavigation();
  const mayCapture = useMayAct('back-office');
  const capture = (): void => openHold(holdId, true);
  const show = (): void => openHold(holdId, false);
  useActions(t('nav.holds'), [
    { name: t('outcomes:next.captureNow'), keys: captureKeys, run: mayCapture ? capture : undefined },
    { name: t('outcomes:next.showHold'), keys: placeKeys, run: show },
  ]);
  return (
    <>
      {mayCapture && (
        <KeyButton
          variant={primary ? 'filled' : 'default'}
          icon={IconCreditCardPay}
          keys={captureKeys}
          onClick={capture}
        >
          {t('outcomes:next.captureNow')}
        </KeyButton>
      )}
      <KeyButton icon={IconHourglassHigh} keys={placeKeys} onClick={show}>
        {t('outcomes:next.showHold')}
      </KeyButton>
    </>
  );
}

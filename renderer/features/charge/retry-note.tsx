/** Counts down the seconds that the card of an unsent payment is kept. */
import { useText } from '#renderer/words/i18n.ts';
import { useSecondsLeft } from '#renderer/ui/texts/values.tsx';
import type { NextTry } from './payment-phase.ts';
import parts from '#renderer/ui/parts.module.css';

/** Returns the seconds until another try needs the card keyed again; 0 when it does. */
export const useRetrySeconds = (retry: NextTry | null): number => useSecondsLeft(retry?.until ?? 0);

/** Says what is kept, and for how long. Its role is timer, so that screen readers do not announce every tick. */
export function RetryNote({ seconds }: { readonly seconds: number }) {
  const { t } = useText();
  return (
    <p className={parts.soft}>
      {seconds > 0 ? (
        <span role="timer" aria-live="off">
          {t('charge:retry.seconds', { count: seconds })}
        </span>
      ) : (
        t('charge:result.cardCleared')
      )}
    </p>
  );
}

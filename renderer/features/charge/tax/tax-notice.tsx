/** Asks above the form for the merchant's ITBMS rate, until a supervisor has chosen it. */
import { Button } from '@mantine/core';
import classes from '#renderer/features/charge/kept/draft-offer.module.css';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';

export function TaxNotice() {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const mayChoose = useMayAct('supervisor');
  const { openSettings } = useNavigation();
  if (merchant.taxRates !== null) return null;
  return (
    <div className={classes.offer}>
      <p role="status">
        <strong>{t('charge:tax.notChosen', { merchant: merchant.name })}</strong>{' '}
        {t(mayChoose ? 'charge:tax.choosesHere' : 'charge:tax.askSupervisor')}
      </p>
      {mayChoose && (
        <Button size="compact-md" onClick={() => openSettings('merchants')}>
          {t('charge:tax.openSettings')}
        </Button>
      )}
    </div>
  );
}

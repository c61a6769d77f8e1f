/** Offers the order that was being typed when the program ended. Nothing is filled in by itself. */
import { Button } from '@mantine/core';
import { useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { phoneText } from '#shared/words/phone-text.ts';
import classes from './draft-offer.module.css';
import type { DraftOffer } from './use-kept-draft.ts';

export function DraftNotice({ offer }: { readonly offer: DraftOffer }) {
  const { t } = useText();
  const { moment } = useFormats();
  const { keptAt, draft } = offer.draft;
  const { amount = '', firstName = '', lastName = '', email = '', phone = '' } = draft.texts;
  const { currencySign } = useSession().merchant.merchant;
  const sum = amount === '' ? '' : `${currencySign}\u00a0${amount}`;
  const customer = `${firstName} ${lastName}`.trim() || email || phoneText(phone);
  const about = [sum, customer].filter((text) => text !== '').join(' · ');
  useActions(t('charge:title'), [
    { name: t('charge:draft.goOn'), run: offer.goOn },
    { name: t('charge:draft.discard'), run: offer.discard },
  ]);
  return (
    <div className={classes.offer}>
      <p role="status">
        <strong>{t('charge:draft.offer', { when: moment(keptAt) })}</strong> {about}
      </p>
      <Button size="compact-md" onClick={offer.goOn}>
        {t('charge:draft.goOn')}
      </Button>
      <Button size="compact-md" variant="default" onClick={offer.discard}>
        {t('charge:draft.discard')}
      </Button>
    </div>
  );
}

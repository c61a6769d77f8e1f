/** The way from a new seat to real payments: each step leads to its place. */
import { Button } from '@mantine/core';
import { practiceAmounts } from '#shared/seat/training.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import parts from '#renderer/ui/parts.module.css';
import { useSession } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import classes from './help.module.css';
import { TableHead } from '#renderer/ui/parts.tsx';

/** A test card as published for test environments, grouped as it stands on a card. */
const publishedCard = '4059 3101 8175 7001';

export function FirstSteps({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useText();
  const { go, openSettings } = useNavigation();
  const { currencySign } = useSession().merchant.merchant;
  const steps = [
    {
      name: t('help:first.practise'),
      text: t('help:first.practiseText', { card: publishedCard }),
      place: t('nav.charge'),
      open: () => go('charge'),
    },
    { name: t('help:first.seat'), place: t('settings:sections.seat'), open: () => openSettings('seat') },
    {
      name: t('help:first.supervisor'),
      place: t('settings:sections.operators'),
      open: () => openSettings('operators'),
    },
    { name: t('help:first.merchant'), place: t('settings:sections.merchants'), open: () => openSettings('merchants') },
  ];
  return (
    <>
      <p>{t('help:first.text')}</p>
      <ol className={classes.steps}>
        {steps.map(({ name, text, place, open }) => (
          <li key={name}>
            <span className={classes.step}>
              {name}
              {text !== undefined && <span className={classes.soft}>{text}</span>}
            </span>
            <Button
              size="compact-md"
              onClick={() => {
                onLeave();
                open();
              }}
            >
              {place}
            </Button>
          </li>
        ))}
      </ol>
      <h3 className={classes.heading}>{t('training:panel.practiceTitle')}</h3>
      <p className={classes.soft}>{t('training:panel.practiceIntro')}</p>
      <table className={parts.table}>
        <TableHead names={[t('label.amount'), t('settings:training.happens')]} />
        <tbody>
          {practiceAmounts.map(({ amount }) => (
            <tr key={amount}>
              <td>
                <Amount value={amount} currencySign={currencySign} />
              </td>
              <td>{t(`training:practice.${amount}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.soft}>{t('help:first.again')}</p>
    </>
  );
}

/** Offers above the form: the choice of an ITBMS rate, the order typed before a restart, and an order from a link. */
import { Button } from '@mantine/core';
import type { OrderIssue } from '#shared/payments/entry/order.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { later } from '#renderer/ui/later.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { phoneText } from '#shared/words/phone-text.ts';
import { useFormValue, type FormStore } from './form/form-store.ts';
import type { DraftOffer } from './kept/use-kept-draft.ts';
import { isBegun } from './merchant-values.ts';
import type { OrderNotice } from './orders/use-waiting-order.ts';
import classes from './offers.module.css';

// With its texts, which are those of the screens that open later.
const FailureNotice = later(() => import('#renderer/ui/failure-notice.tsx'), 'FailureNotice');

interface Step {
  readonly name: string;
  readonly run: () => void;
}

/** A line with its buttons, the advised one first. Nothing is filled in by itself. */
function Offer({
  title,
  steps,
  replaces = false,
  children,
}: {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The first step would replace what is keyed, so it is not the next one. */
  readonly replaces?: boolean;
  readonly children: string;
}) {
  return (
    <div className={`${classes.offer} ${classes.above}`}>
      <p role="status">
        <strong>{title}</strong> {children}
      </p>
      {steps.map(({ name, run }, index) => (
        <Button key={name} size="compact-md" variant={index === 0 && !replaces ? 'filled' : 'default'} onClick={run}>
          {name}
        </Button>
      ))}
    </div>
  );
}

const joined = (texts: readonly string[], by: string): string => texts.filter((text) => text !== '').join(by);

const sumOf = (amount = '', currencySign: string): string => (amount === '' ? '' : `${currencySign}\u00a0${amount}`);

/** Asks for the merchant's ITBMS rate, until a supervisor has chosen it. */
export function TaxNotice() {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const mayChoose = useMayAct('supervisor');
  const { openSettings } = useNavigation();
  if (merchant.taxRates !== null) return null;
  return (
    <Offer
      title={t('charge:tax.notChosen', { merchant: merchant.name })}
      steps={mayChoose ? [{ name: t('charge:tax.openSettings'), run: () => openSettings('merchants') }] : []}
    >
      {t(mayChoose ? 'charge:tax.choosesHere' : 'charge:tax.askSupervisor')}
    </Offer>
  );
}

/** Offers the order that was being typed when the program ended. */
export function DraftNotice({ offer, store }: { readonly offer: DraftOffer; readonly store: FormStore }) {
  const { t } = useText();
  const replaces = useFormValue(store, ({ values, owner }) => isBegun(values, owner));
  const { moment } = useFormats();
  const { keptAt, draft } = offer.draft;
  const { amount, firstName = '', lastName = '', email = '', phone = '' } = draft.texts;
  const { currencySign } = useSession().merchant.merchant;
  const customer = `${firstName} ${lastName}`.trim() || email || phoneText(phone);
  const steps = [
    { name: t('charge:draft.goOn'), run: offer.goOn },
    { name: t('charge:draft.discard'), run: offer.discard },
  ];
  useActions(t('charge:title'), steps);
  return (
    <Offer title={t('charge:draft.offer', { when: moment(keptAt) })} steps={steps} replaces={replaces}>
      {joined(
        [joined([sumOf(amount, currencySign), customer], ' · '), replaces ? t('charge:order.replaces') : ''],
        ' — ',
      )}
    </Offer>
  );
}

/** Says what became of an order from a link: filled in, waiting, or wrong. */
export function OrderBox({ notice }: { readonly notice: OrderNotice }) {
  const { t } = useText();
  const { currencySign } = useSession().merchant.merchant;
  const steps = stepsOf(notice, t);
  useActions(t('charge:title'), steps);
  if (notice.kind === 'stuck') {
    return (
      <div className={classes.above}>
        <FailureNotice failure={notice.failure} act="recording">
          <p>{t('charge:order.stuck')}</p>
          <Button size="compact-md" onClick={notice.again}>
            {t('action.tryAgain')}
          </Button>
        </FailureNotice>
      </div>
    );
  }
  return (
    <Offer
      title={t(`charge:order.${notice.kind}`)}
      steps={steps}
      replaces={notice.kind === 'offered' && notice.replaces}
    >
      {detailOf(notice, currencySign, t)}
    </Offer>
  );
}

function stepsOf(notice: OrderNotice, t: Translate): readonly Step[] {
  switch (notice.kind) {
    case 'filled':
      return [{ name: t('charge:order.undo'), run: notice.undo }];
    case 'offered':
      return [
        { name: t('charge:order.take'), run: notice.take },
        { name: t('charge:order.discard'), run: notice.discard },
      ];
    case 'refused':
      return [{ name: t('action.close'), run: notice.close }];
    case 'stuck':
      return [{ name: t('action.tryAgain'), run: notice.again }];
    case 'later':
      return [];
  }
}

function detailOf(notice: OrderNotice, currencySign: string, t: Translate): string {
  if (notice.kind === 'refused') return notice.issues.map((issue) => issueWords(issue, t)).join(' ');
  if (notice.kind !== 'offered') return '';
  const { amount, concept = '', firstName = '', lastName = '' } = notice.order;
  const about = joined([sumOf(amount, currencySign), concept, `${firstName} ${lastName}`.trim()], ' · ');
  const replaces = notice.replaces ? t('charge:order.replaces') : '';
  const more = notice.more === 0 ? '' : t('charge:order.more', { count: notice.more });
  return joined([about, replaces, more], ' — ');
}

const issueWords = ({ param, reason }: OrderIssue, t: Translate): string =>
  param === null ? t(`charge:order.reason.${reason}`) : `${param}: ${t(`charge:order.reason.${reason}`)}`;

/** Says above the form what became of an order from a link: filled in, waiting, or wrong. */
import { Button } from '@mantine/core';
import type { OrderIssue } from '#shared/payments/entry/order.ts';
import classes from '#renderer/features/charge/kept/draft-offer.module.css';
import { useActions } from '#renderer/ui/actions.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import type { OrderNotice } from './use-waiting-order.ts';

export function OrderBox({ notice }: { readonly notice: OrderNotice }) {
  const { t } = useText();
  const buttons = buttonsOf(notice, t);
  useActions(t('charge:title'), buttons);
  return (
    <div className={classes.offer}>
      <p role="status">
        <strong>{t(`charge:order.${notice.kind}`)}</strong> {detailOf(notice, t)}
      </p>
      {buttons.map(({ name, run }, index) => (
        <Button key={name} size="compact-md" variant={index === 0 ? 'filled' : 'default'} onClick={run}>
          {name}
        </Button>
      ))}
    </div>
  );
}

interface OrderButton {
  readonly name: string;
  readonly run: () => void;
}

function buttonsOf(notice: OrderNotice, t: Translate): readonly OrderButton[] {
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
    case 'later':
      return [];
  }
}

function detailOf(notice: OrderNotice, t: Translate): string {
  switch (notice.kind) {
    case 'filled':
    case 'later':
      return '';
    case 'offered': {
      const { amount = '', concept = '', firstName = '', lastName = '' } = notice.order;
      const about = [amount, concept, `${firstName} ${lastName}`.trim()].filter((text) => text !== '').join(' · ');
      const replaces = notice.replaces ? t('charge:order.replaces') : '';
      const more = notice.more === 0 ? '' : t('charge:order.more', { count: notice.more });
      return [about, replaces, more].filter((text) => text !== '').join(' — ');
    }
    case 'refused':
      return notice.issues.map((issue) => issueWords(issue, t)).join(' ');
  }
}

const issueWords = ({ param, reason }: OrderIssue, t: Translate): string =>
  param === null ? t(`charge:order.reason.${reason}`) : `${param}: ${t(`charge:order.reason.${reason}`)}`;

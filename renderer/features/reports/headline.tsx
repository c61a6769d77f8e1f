/** Sums of the reported days in one currency: charged with its parts and what it compares to, holds, unconfirmed payments. */
import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { figureOf, givenBack, type Comparison, type CurrencyFigures } from '#shared/reports/figures.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './reports.module.css';

interface HeadlineProps {
  readonly figures: CurrencyFigures;
  readonly before: Comparison['currencies'][number] | undefined;
  /** “on Sat 14 Nov”, of the days to compare with. */
  readonly when: string;
}

export function Headline(props: HeadlineProps) {
  const { figures } = props;
  const { t } = useText();
  const { money } = useFormats();
  const { sign, sums, opened, waiting } = figures;
  const held = figureOf(sums, 'held');
  const unknown = figureOf(figures.byState, 'unknown');
  const unclear = figureOf(figures.byState, 'amount-unconfirmed');
  return (
    <dl className={classes.headline}>
      <Item label={t('reports:sum.charged')} hero>
        <Charged {...props} />
      </Item>
      {givenBack(sums).map(({ key, amount }) => (
        <Item key={key} label={t(`reports:sum.${key}`)}>
          <Amount value={amount} currencySign={sign} />
        </Item>
      ))}
      <Item label={t('reports:opened')}>
        {held.count > 0 && <Amount value={held.amount} currencySign={sign} />}
        <span className={parts.note}>
          {held.count === 0 ? t('reports:openedNone') : t('holds:totals.count', { count: held.count })}
          {opened.open.count > 0 && `, ${t('reports:openedOpen', { count: opened.open.count })}`}
          {opened.expired.count > 0 && `, ${t('reports:openedExpired', { count: opened.expired.count })}`}
        </span>
      </Item>
      <Item label={t('reports:export.sections.waiting')}>
        {waiting.open.count > 0 && <Amount value={waiting.open.amount} currencySign={sign} />}
        <span className={parts.note}>
          {waiting.open.count === 0
            ? t('reports:openHoldsNone')
            : t('holds:totals.count', { count: waiting.open.count })}
        </span>
        {waiting.expired.count > 0 && (
          <p className={parts.note}>
            {t('reports:waitingExpired', {
              count: waiting.expired.count,
              total: money(waiting.expired.amount, sign),
            })}
          </p>
        )}
      </Item>
      <Item label={t('reports:unconfirmed')}>
        {unknown.count === 0 ? (
          <IconCheck size={18} aria-hidden />
        ) : (
          <span className={parts.badge} data-tone="unknown">
            <IconAlertTriangleFilled size={18} aria-hidden />
            <Amount value={unknown.amount} currencySign={sign} />
          </span>
        )}
        <span className={parts.note}>
          {unknown.count === 0 ? t('reports:unconfirmedNone') : t('reports:payments', { count: unknown.count })}
        </span>
      </Item>
      {unclear.count > 0 && (
        <Item label={t('reports:unclear')}>
          <span className={parts.badge} data-tone="unknown">
            <IconAlertTriangleFilled size={18} aria-hidden />
            <Amount value={unclear.amount} currencySign={sign} />
          </span>
          <span className={parts.note}>{t('reports:payments', { count: unclear.count })}</span>
        </Item>
      )}
    </dl>
  );
}

function Charged({ figures, before, when }: HeadlineProps) {
  const { t } = useText();
  const { count, money } = useFormats();
  const { sign, tax, byOperation } = figures;
  const charged = figureOf(figures.sums, 'charged');
  return (
    <>
      <Amount value={charged.amount} currencySign={sign} size="hero" />
      <ul className={classes.parts}>
        {byOperation
          .filter(({ key }) => operationFacts(key).countsIn === 'charged')
          .map((row) => (
            <li key={row.key}>
              <span>
                {t(`operation.${row.key}`)} <span className={parts.soft}>{count(row.count)}</span>
              </span>
              <Amount value={row.amount} currencySign={sign} />
            </li>
          ))}
      </ul>
      {tax.amount > 0 && (
        <p className={parts.note}>
          {t('reports:tax.amount')}: {money(tax.amount, sign)},{' '}
          {t('reports:tax.note', { withheld: money(tax.withheld, sign) })}
        </p>
      )}
      <Compared charged={charged.amount} before={before} when={when} sign={sign} />
    </>
  );
}

function Compared({
  charged,
  before,
  when,
  sign,
}: {
  readonly charged: number;
  readonly before: Comparison['currencies'][number] | undefined;
  readonly when: string;
  readonly sign: string;
}) {
  const { t } = useText();
  const { money } = useFormats();
  if (before === undefined || before.charged.count === 0) {
    return <p className={parts.note}>{t('reports:compare.none', { when })}</p>;
  }
  const former = before.soFar ?? before.charged;
  const named = before.soFar === null ? when : `${when} ${t('reports:compare.soFar')}`;
  const texts = { when: named, before: money(former.amount, sign) };
  const difference = charged - former.amount;
  return (
    <p className={parts.note}>
      {difference === 0
        ? t('reports:compare.same', texts)
        : t(difference > 0 ? 'reports:compare.more' : 'reports:compare.less', {
            ...texts,
            difference: money(Math.abs(difference), sign),
          })}
    </p>
  );
}

export function Item({
  label,
  hero = false,
  children,
}: {
  readonly label: string;
  readonly hero?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div data-hero={hero}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

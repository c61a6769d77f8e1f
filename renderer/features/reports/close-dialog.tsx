/** Confirms the close of a day: what is recorded, and what is still open. */
import { Button, Stack } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { DayClose } from '#shared/reports/day-close.ts';
import { figureOf, givenBack, type Figures } from '#shared/reports/figures.ts';
import { useAction } from '#renderer/session/api.ts';
import { Dialog, DialogFoot, leaveUnless } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { reconciledWords } from '#shared/words/reconciled-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import type { MerchantDay } from '#shared/reports/figures.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './reports.module.css';
import { IconLine } from '#renderer/ui/parts.tsx';

export function CloseDialog({
  day,
  heading,
  figures,
  isOver,
  latest,
  onEnd,
}: {
  readonly day: MerchantDay;
  /** The day and the merchant in words. */
  readonly heading: string;
  readonly figures: Figures;
  readonly isOver: boolean;
  /** The latest close of the day; undefined before the first. */
  readonly latest: DayClose | undefined;
  /** Called when the dialog is done with. @param closed true when the day was closed */
  readonly onEnd: (closed: boolean) => void;
}) {
  const { t } = useText();
  const formats = useFormats();
  const close = useAction('reports', 'close');
  const submit = (): void => {
    if (!close.isPending) close.mutate(day, { onSuccess: () => onEnd(true) });
  };
  const leave = leaveUnless(close.isPending, () => onEnd(false));
  const total = (state: 'unknown' | 'amount-unconfirmed' | 'sending'): number =>
    figures.currencies.reduce((sum, { byState }) => sum + figureOf(byState, state).count, 0);
  const warnings = [
    ...(total('unknown') > 0 ? [t('reports:close.unconfirmed', { count: total('unknown') })] : []),
    ...(total('amount-unconfirmed') > 0 ? [t('reports:close.unclear', { count: total('amount-unconfirmed') })] : []),
    ...(total('sending') > 0 ? [t('reports:close.sending', { count: total('sending') })] : []),
    ...(isOver ? [] : [t('reports:close.notOver')]),
  ];
  return (
    <Dialog onClose={leave} title={t(latest === undefined ? 'reports:close.title' : 'reports:close.titleAgain')}>
      <Stack gap={12}>
        <p className={classes.title}>{heading}</p>
        {latest !== undefined && (
          <IconLine icon={IconAlertTriangleFilled} tone="unknown">
            {t('reports:close.by', { operator: latest.operatorName, moment: formats.moment(latest.closedAt) })}
          </IconLine>
        )}
        <Stack component="ul" gap={12}>
          {figures.currencies.map(({ sign, sums }) => (
            <li key={sign}>
              {t('reports:sum.charged')}{' '}
              <Amount value={figureOf(sums, 'charged').amount} currencySign={sign} size="hero" />
              {givenBack(sums).map(({ key, amount }) => (
                <p key={key}>
                  {t(`reports:sum.${key}`)} <Amount value={amount} currencySign={sign} />
                </p>
              ))}
            </li>
          ))}
        </Stack>
        {warnings.map((warning) => (
          <IconLine key={warning} icon={IconAlertTriangleFilled} tone="unknown">
            {warning}
          </IconLine>
        ))}
        {figures.reconciled !== null && (
          <p>
            {reconciledWords(t, formats, figures.reconciled).join(' ')}
            {figures.reconciled === 'not-compared' && ` ${t('reports:service.close.notAwaited')}`}
          </p>
        )}
        <p className={parts.soft}>{t('reports:close.text')}</p>
        {close.error !== null && <FailureNotice failure={close.error.failure} act="recording" />}
        <DialogFoot>
          <Button data-autofocus onClick={leave}>
            {t('action.cancel')}
          </Button>
          <Button variant="filled" loading={close.isPending} onClick={submit}>
            {t(latest === undefined ? 'reports:close.action' : 'reports:close.again')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

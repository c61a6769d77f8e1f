/** The Reports screen: figures of a day or of a range of days, and the close of a day. */
import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { IconLock, IconUserShield } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { trainingMerchantId } from '#shared/seat/merchant.ts';
import { daysBetween } from '#shared/local-day.ts';
import { mostDays, type FiguresQuery } from '#shared/reports/figures.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useFocusOverLock } from '#renderer/ui/dialog-keys.ts';
import { useActions } from '#renderer/ui/actions.tsx';
import { useToday } from '#renderer/ui/clock.ts';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Screen } from '#renderer/ui/screen.tsx';
import { PrintButton } from '#renderer/ui/paper/paper-dialog.tsx';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { CloseDialog } from './close-dialog.tsx';
import { ClosedDay } from './closed-day.tsx';
import { ReportOfDays } from './report.tsx';
import { ReconciliationOfDays } from './service/reconciliation.tsx';
import { DaysBar } from './days-bar.tsx';
import {
  everyMerchant,
  useDays,
  useFigures,
  useMerchantChoice,
  useOutput,
  useService,
  type MerchantChoice,
  type ReadFigures,
  type ReportedDays,
  type ReportOutput,
  type ServiceView,
} from './use-report.ts';
import { dayWriter } from './reported-days.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './reports.module.css';

/** The menu leads here whoever is signed in. */
export function ReportsScreen() {
  const { t } = useText();
  const mayReport = useMayAct('back-office');
  if (mayReport) return <Reports />;
  return (
    <Screen title={t('nav.reports')}>
      <EmptyState icon={<IconUserShield size={32} />} title={t('reports:notYours.title')}>
        {t('reports:notYours.text')}
      </EmptyState>
    </Screen>
  );
}

function Reports() {
  const { t } = useText();
  useFocusOverLock();
  const { environment } = useSession().merchant.merchant;
  const today = useToday();
  const days = useDays(today);
  const { range, isDay, fault } = days;
  const choice = useMerchantChoice();
  const { merchantId } = choice;
  const query: FiguresQuery = { first: range.fromDay, last: range.untilDay, environment, merchantId };
  const read = useFigures(query, fault === null);
  const { present, recorded } = read;
  const service = useService(choice.merchant, fault === null ? query : null);
  const output = useOutput(service, present === undefined ? null : query);
  const heading = useHeading(days, choice);
  const [closing, setClosing] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  const mayClose = isDay && merchantId !== null && present !== undefined && recorded !== undefined;
  const [latest] = recorded?.closes ?? [];
  const closeName = t(latest === undefined ? 'reports:close.action' : 'reports:close.again');
  const beginClose = (): void => {
    // The dialog gives the focus back to where it was.
    closeButton.current?.focus();
    setClosing(true);
  };
  const { exportTo } = output;
  useActions(t('nav.reports'), [
    { name: t('reports:earlier'), keys: 'Alt+ArrowLeft', run: days.earlier },
    { name: t('reports:later'), keys: 'Alt+ArrowRight', run: days.later },
    { name: closeName, keys: 'F9', run: mayClose && !closing ? beginClose : undefined },
    { name: t('reports:service.action'), run: service.compare },
    { name: t('history:export.csv'), keys: 'Mod+Shift+E', run: exportTo && (() => exportTo('csv')) },
  ]);

  return (
    <Screen title={t('nav.reports')} tools={<Tools choice={choice} output={output} />}>
      <Stack gap={16} maw={1760}>
        <Group gap={8}>
          <DaysBar range={range} today={today} earlier={days.earlier} later={days.later} onChange={days.setRange} />
        </Group>
        <WorkNote kinds={['export-report']} failure={output.failure} />
        <Group justify="space-between" gap="8px 16px">
          <h2 className={`${parts.strong} ${classes.title}`}>{heading}</h2>
          <Group gap={8} ms="auto">
            {service.hasRecords && <ViewChoice service={service} />}
            {isDay && (
              <KeyButton
                variant="filled"
                ref={closeButton}
                icon={IconLock}
                keys="F9"
                disabled={!mayClose}
                title={merchantId === null ? t('reports:closeAll') : undefined}
                onClick={beginClose}
              >
                {closeName}
              </KeyButton>
            )}
          </Group>
        </Group>
        {recorded !== undefined && <ClosedDay {...recorded} figures={present?.figures} merchantId={merchantId} />}
        <Content days={days} read={read} service={service} currencySign={choice.currencySign} />
      </Stack>
      {closing && present !== undefined && merchantId !== null && (
        <CloseDialog
          day={{ day: range.fromDay, environment, merchantId }}
          heading={heading}
          figures={present.figures}
          isOver={range.fromDay < today}
          latest={latest}
          onEnd={() => setClosing(false)}
        />
      )}
    </Screen>
  );
}

/** Names the days, the merchant and the environment. */
function useHeading({ range, isDay, fault }: ReportedDays, { merchantId, merchant }: MerchantChoice): string {
  const { t, language } = useText();
  const { environment } = useSession().merchant.merchant;
  const { full } = dayWriter(language);
  const written = isDay
    ? full(range.fromDay)
    : t('reports:range', { first: full(range.fromDay), last: full(range.untilDay) });
  const of = merchant?.name ?? t('reports:allMerchants');
  const place = t(`environment.${environment}`);
  // The built-in merchant of training is called as its environment.
  const whose = merchantId === trainingMerchantId ? [place] : [of, place];
  return [...(fault === null ? [written] : []), ...whose].join(' · ');
}

function Tools({ choice, output }: { readonly choice: MerchantChoice; readonly output: ReportOutput }) {
  const { t } = useText();
  const { merchants, merchantId, choose } = choice;
  const place = t(`environment.${useSession().merchant.merchant.environment}`);
  return (
    <Group flex="1 1 auto" justify="flex-end" gap={8} miw={0}>
      <NativeSelect
        className={classes.merchant}
        aria-label={t('label.merchant')}
        value={merchantId ?? everyMerchant}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...merchants.map(({ id, name }) => ({ value: id, label: id === trainingMerchantId ? place : name })),
          ...(merchants.length > 1 ? [{ value: everyMerchant, label: t('reports:allMerchants') }] : []),
        ]}
      />
      <PrintButton heading={t('nav.reports')} subject={output.printed} />
      <ExportMenu onChoose={output.exportTo} />
    </Group>
  );
}

function ViewChoice({ service }: { readonly service: ServiceView }) {
  const { t } = useText();
  return (
    <SegmentedControl
      aria-label={t('reports:service.view')}
      data={[
        { value: 'figures', label: t('reports:export.sheet') },
        { value: 'service', label: t('reports:service.tab') },
      ]}
      value={service.isShown ? 'service' : 'figures'}
      onChange={(view) => service.show(view === 'service')}
      transitionDuration={0}
    />
  );
}

function Content({
  days: { range, fault },
  read: { reading, closes, report },
  service,
  currencySign,
}: {
  readonly days: ReportedDays;
  readonly read: ReadFigures;
  readonly service: ServiceView;
  readonly currencySign: string;
}) {
  if (fault !== null) return <p className={parts.soft}>{fault}</p>;
  if (service.isShown) return <ReconciliationOfDays desk={service.desk} />;
  return (
    <>
      {reading.error !== null && <FailureNotice failure={reading.error.failure} act="reading" />}
      {closes.error !== null && reading.error === null && (
        <FailureNotice failure={closes.error.failure} act="reading" />
      )}
      {reading.isPending && <SlowNote of="loading" />}
      {report !== undefined && (
        <ReportOfDays
          report={report}
          days={daysBetween(range.fromDay, range.untilDay, mostDays)}
          currencySign={currencySign}
        />
      )}
    </>
  );
}

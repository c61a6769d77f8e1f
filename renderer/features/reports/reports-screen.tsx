/** The Reports screen: figures of a day or of a range of days, and the close of a day. */
import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { IconLock, IconUserShield } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { figuresOfClose } from '#shared/reports/day-close.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';
import { daysBetween } from '#shared/local-day.ts';
import { mostDays, type FiguresQuery } from '#shared/reports/figures.ts';
import { shownData, useAction, useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
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
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { PaperSubject } from '#renderer/ui/paper/use-paper.ts';
import { CloseDialog } from './close-dialog.tsx';
import { ClosedDay } from './closed-day.tsx';
import { ReportOfDays } from './report.tsx';
import { ReconciliationOfDays, useReconciliation } from './service/reconciliation.tsx';
import { DaysBar } from './days-bar.tsx';
import { dayWriter, daysBeside, faultOf } from './reported-days.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './reports.module.css';

const everyMerchant = '*';

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
  const { t, language } = useText();
  useFocusOverLock();
  const { merchant: active } = useSession();
  const { environment } = active.merchant;
  const { visit } = useNavigation().route;
  const today = useToday();
  const [range, setRange] = useState({ fromDay: today, untilDay: today });
  const [chosen, setChosen] = useState({ id: active.merchant.id, under: active.merchant.id });
  // The screen keeps both during visits to others, until the next day, or under another merchant.
  const [opened, setOpened] = useState({ visit, day: today });
  if (opened.visit !== visit) {
    setOpened({ visit, day: today });
    if (opened.day !== today) setRange({ fromDay: today, untilDay: today });
  }
  if (chosen.under !== active.merchant.id) setChosen({ id: active.merchant.id, under: active.merchant.id });
  const [closing, setClosing] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  const merchants = (useCall('merchants', 'list', undefined).data ?? [])
    .map((view) => view.merchant)
    .filter((merchant) => merchant.environment === environment);
  const isEvery = chosen.id === everyMerchant && merchants.length > 1;
  // A choice of another environment is left with it.
  const merchant = isEvery ? undefined : (merchants.find(({ id }) => id === chosen.id) ?? active.merchant);
  const merchantId = merchant?.id ?? null;
  const fault = faultOf(t, range, today);
  const query: FiguresQuery = { first: range.fromDay, last: range.untilDay, environment, merchantId };
  const isDay = range.fromDay === range.untilDay;
  const reading = useCall('reports', 'figures', query, { enabled: fault === null });
  const closes = useCall(
    'reports',
    'closes',
    { day: range.fromDay, environment, merchantId },
    {
      enabled: fault === null && isDay,
    },
  );
  const exporting = useAction('reports', 'export');
  const exportingJournal = useAction('reports', 'exportJournal');
  const hasRecords = merchant !== undefined && merchant.recordsUrl !== null;
  const [atService, setAtService] = useState(false);
  const isAtService = atService && hasRecords;
  const desk = useReconciliation(fault === null && hasRecords ? query : null);
  const present = fault === null ? shownData(reading) : undefined;
  const recorded = fault === null && isDay ? shownData(closes) : undefined;
  const report =
    present === undefined
      ? undefined
      : { ...present, figures: figuresOfClose(present.figures, recorded?.closes ?? [], query) };

  const write = dayWriter(language);
  const written = isDay
    ? write.full(range.fromDay)
    : t('reports:range', { first: write.full(range.fromDay), last: write.full(range.untilDay) });
  const of = merchant?.name ?? t('reports:allMerchants');
  const place = t(`environment.${environment}`);
  // The built-in merchant of training is called as its environment.
  const whose = merchantId === trainingMerchantId ? [place] : [of, place];
  const heading = [...(fault === null ? [written] : []), ...whose].join(' · ');

  const mayClose = isDay && merchantId !== null && present !== undefined && recorded !== undefined;
  const [latest] = recorded?.closes ?? [];
  const closeName = t(latest === undefined ? 'reports:close.action' : 'reports:close.again');
  const beginClose = (): void => {
    // The dialog gives the focus back to where it was.
    closeButton.current?.focus();
    setClosing(true);
  };
  const { start } = desk;
  const compare =
    start === undefined
      ? undefined
      : () => {
          setAtService(true);
          start();
        };
  const comparedId = desk.result?.kind === 'reconciled' ? desk.result.id : null;
  const exportFigures = (format: ExportFormat): void => exporting.mutate({ query, format });
  const exportJournal = (format: ExportFormat): void => {
    if (comparedId !== null) exportingJournal.mutate({ id: comparedId, format });
  };
  const exportTo = isAtService
    ? comparedId === null
      ? undefined
      : exportJournal
    : present === undefined
      ? undefined
      : exportFigures;
  const printed: PaperSubject | null = isAtService
    ? comparedId === null
      ? null
      : { kind: 'reconciliation', id: comparedId }
    : report === undefined
      ? null
      : { kind: 'day-close', query };
  const later = range.untilDay < today && fault === null ? () => setRange(daysBeside(range, 1)) : undefined;
  const earlier = fault === null ? () => setRange(daysBeside(range, -1)) : undefined;
  useActions(t('nav.reports'), [
    { name: t('reports:earlier'), keys: 'Alt+ArrowLeft', run: earlier },
    { name: t('reports:later'), keys: 'Alt+ArrowRight', run: later },
    { name: closeName, keys: 'F9', run: mayClose && !closing ? beginClose : undefined },
    { name: t('reports:service.action'), run: compare },
    {
      name: t('history:export.csv'),
      keys: 'Mod+Shift+E',
      run: exportTo === undefined ? undefined : () => exportTo('csv'),
    },
  ]);

  return (
    <Screen
      title={t('nav.reports')}
      tools={
        <Group flex="1 1 auto" justify="flex-end" gap={8} miw={0}>
          <NativeSelect
            className={classes.merchant}
            aria-label={t('label.merchant')}
            value={merchantId ?? everyMerchant}
            onChange={(event) => setChosen({ ...chosen, id: event.currentTarget.value })}
            data={[
              ...merchants.map(({ id, name }) => ({ value: id, label: id === trainingMerchantId ? place : name })),
              ...(merchants.length > 1 ? [{ value: everyMerchant, label: t('reports:allMerchants') }] : []),
            ]}
          />
          <PrintButton heading={t('nav.reports')} subject={printed} />
          <ExportMenu onChoose={exportTo} />
        </Group>
      }
    >
      <Stack gap={16} maw={1760}>
        <Group gap={8}>
          <DaysBar range={range} today={today} earlier={earlier} later={later} onChange={setRange} />
        </Group>
        <WorkNote kinds={['export-report']} failure={(exporting.error ?? exportingJournal.error)?.failure ?? null} />
        <Group justify="space-between" gap="8px 16px">
          <h2 className={`${parts.strong} ${classes.title}`}>{heading}</h2>
          <Group gap={8} ms="auto">
            {hasRecords && (
              <SegmentedControl
                aria-label={t('reports:service.view')}
                data={[
                  { value: 'figures', label: t('reports:export.sheet') },
                  { value: 'service', label: t('reports:service.tab') },
                ]}
                value={isAtService ? 'service' : 'figures'}
                onChange={(view) => setAtService(view === 'service')}
                transitionDuration={0}
              />
            )}
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
        {content()}
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

  function content() {
    if (fault !== null) return <p className={parts.soft}>{fault}</p>;
    if (isAtService) return <ReconciliationOfDays desk={desk} />;
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
            currencySign={merchant?.currencySign ?? active.merchant.currencySign}
          />
        )}
      </>
    );
  }
}

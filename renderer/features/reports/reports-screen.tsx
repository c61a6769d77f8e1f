/** The Reports screen: the close of a day, on screen and on paper. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { shownData, useCall } from '#renderer/session/api.ts';
import { useToday } from '#renderer/ui/clock.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { localeOf, useText } from '#renderer/words/i18n.ts';
import { boundsOfDay } from '#renderer/words/local-day.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Screen } from '#renderer/ui/screen.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { usePrintable } from '#renderer/ui/page-facts.ts';
import { usePrinting } from '#renderer/ui/use-printing.ts';
import { DayCloseReport } from './day-close.tsx';
import { dayBeside, dayCloseQuery } from './day-choice.ts';
import '#renderer/ui/theme/print.css';
import classes from './reports.module.css';

const everyMerchant = '*';

export function ReportsScreen() {
  const { t, language } = useText();
  const formats = useFormats();
  const { merchant: active, settings } = useSession();
  const { environment, currencySign } = active.merchant;
  const today = useToday();
  const [day, setDay] = useState(today);
  const [chosen, setChosen] = useState(active.merchant.id);
  const merchants = (useCall('merchants', 'list', undefined).data ?? [])
    .map((view) => view.merchant)
    .filter((merchant) => merchant.environment === environment);
  const merchant = merchants.find((merchant) => merchant.id === chosen);
  const query = dayCloseQuery(day, environment, chosen === everyMerchant ? null : chosen);
  // The figures of another day never stand under this one's date, nor are printed with it.
  const close = useCall('history', 'dayClose', query ?? fallback(today), { enabled: query !== null && day <= today });
  const printedAt = usePrinting();
  usePrintable(close.data !== undefined);
  const print = (): void => window.print();
  useShortcuts({
    'Mod+P': close.data === undefined ? undefined : print,
    'Alt+ArrowLeft': () => setDay(dayBeside(day, -1)),
    'Alt+ArrowRight': day < today ? () => setDay(dayBeside(day, 1)) : undefined,
  });
  function fallback(of: string) {
    return (
      dayCloseQuery(of, environment, null) ?? { from: '', until: '', offsetMinutes: 0, environment, merchantId: null }
    );
  }

  const start = boundsOfDay(day)?.from;
  const written =
    start === undefined
      ? ''
      : new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'full' }).format(new Date(start));
  return (
    <Screen
      title={t('reports:title')}
      tools={
        <div className={classes.tools}>
          <ActionIcon
            variant="default"
            size={40}
            aria-label={t('reports:previous')}
            onClick={() => setDay(dayBeside(day, -1))}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <TextInput
            type="date"
            aria-label={t('reports:day')}
            max={today}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <ActionIcon
            variant="default"
            size={40}
            aria-label={t('reports:next')}
            disabled={day >= today}
            onClick={() => setDay(dayBeside(day, 1))}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <Button variant="default" disabled={day === today} onClick={() => setDay(today)}>
            {t('reports:today')}
          </Button>
          <NativeSelect
            className={classes.merchant}
            aria-label={t('reports:merchant')}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={[
              ...merchants.map(({ id, name }) => ({ value: id, label: name })),
              ...(merchants.length > 1 ? [{ value: everyMerchant, label: t('reports:allMerchants') }] : []),
            ]}
          />
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            rightSection={<KeyHint keys="Mod+P" />}
            disabled={close.data === undefined}
            onClick={print}
          >
            {t('reports:print')}
          </Button>
        </div>
      }
    >
      <div className={classes.paper}>
        <p className={classes.day}>
          <span className={classes.date}>{written}</span>
          <span className={classes.soft}>
            {merchant?.name ?? t('reports:allMerchants')} · {t(`environment.${environment}`)}
          </span>
        </p>
        {content()}
        {printedAt !== null && (
          <p className={classes.printedOnly}>
            {t('reports:printed', { time: formats.moment(printedAt), seat: settings.seat })}
          </p>
        )}
      </div>
    </Screen>
  );

  function content() {
    if (query === null || day > today) return <p className={classes.soft}>{t('reports:future')}</p>;
    const figures = shownData(close);
    return (
      <>
        {close.error !== null && <FailureNotice failure={close.error.failure} />}
        {close.isPending && <SlowNote of="loading" />}
        {figures !== undefined && (
          <DayCloseReport close={figures} currencySign={merchant?.currencySign ?? currencySign} />
        )}
      </>
    );
  }
}

/** Payments and records of a comparison, by kind: what each is, what to do, and the way to the payment. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { instantOfRecord, movedBy } from '#shared/ledger/service-records.ts';
import {
  arrivesOf,
  lineKindNames,
  lineKinds,
  signedAmount,
  type LineKind,
  type Reconciled,
  type ReconciledLine,
} from '#shared/reports/reconciliation.ts';
import { recordTypeWords } from '#shared/words/reconciled-words.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { Amount, Moment } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { dayWriter } from '#renderer/features/reports/reported-days.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from '#renderer/features/reports/reports.module.css';

/** Lines that are added at once. */
const portion = 50;

type Shown = 'all' | 'toLookAt' | LineKind;
const groups = ['toLookAt', 'all'] as const;

const isShown = (shown: Shown, kind: LineKind): boolean =>
  shown === 'all' || (shown === 'toLookAt' ? lineKinds[kind].differs : kind === shown);

export function ReconciledLines({ reconciled }: { readonly reconciled: Reconciled }) {
  const { t } = useText();
  const { count } = useFormats();
  const { counts, lines, more, currencySign } = reconciled;
  const countOf = (shown: Shown): number =>
    counts.reduce((sum, { kind, count: of }) => sum + (isShown(shown, kind) ? of : 0), 0);
  const [shown, setShown] = useState<Shown>(countOf('toLookAt') > 0 ? 'toLookAt' : 'all');
  const [most, setMost] = useState(portion);
  const own = lines.filter(({ kind }) => isShown(shown, kind));
  const choices: readonly Shown[] = [...groups, ...lineKindNames.filter((kind) => countOf(kind) > 0)];
  const nameOf = (choice: Shown): string =>
    choice === 'all' || choice === 'toLookAt' ? t(`reports:service.${choice}`) : t(`reports:service.kinds.${choice}`);
  return (
    <section aria-label={t('reports:service.lines')}>
      <NativeSelect
        maw={320}
        label={t('reports:service.lines')}
        value={shown}
        onChange={(event) => {
          setShown(choices.find((choice) => choice === event.currentTarget.value) ?? 'all');
          setMost(portion);
        }}
        data={choices.map((choice) => ({ value: choice, label: `${nameOf(choice)} (${count(countOf(choice))})` }))}
      />
      {own.length === 0 && <p className={parts.soft}>{t('reports:service.noLines')}</p>}
      <ul className={classes.list}>
        {own.slice(0, most).map((line, index) => (
          <Line key={line.attempt?.id ?? `${line.record?.idtx ?? ''} ${index}`} line={line} sign={currencySign} />
        ))}
      </ul>
      {own.length > most && <Button onClick={() => setMost(most + portion)}>{t('action.showMore')}</Button>}
      {own.length <= most && more > 0 && shown !== 'toLookAt' && (
        <p className={parts.soft}>{t('reports:service.more', { count: more })}</p>
      )}
    </section>
  );
}

function Line({ line, sign }: { readonly line: ReconciledLine; readonly sign: string }) {
  const { t, language } = useText();
  const { go } = useNavigation();
  const { money } = useFormats();
  const { kind, next, day, attempt, record, relatedId } = line;
  const there = record === null ? null : (record.firstAmount ?? record.amount);
  const lastFour = attempt?.lastFour ?? record?.lastFour ?? null;
  const at = attempt === null ? record && instantOfRecord(record) : Date.parse(attempt.startedAt);
  const arrives = arrivesOf(record);
  // A line that moved nothing still has its amount.
  const moved = (record === null ? 0 : movedBy(record)) || (there ?? 0);
  const what = [
    attempt === null ? recordTypeWords(t, record) : t(`operation.${attempt.operation}`),
    lastFour === null ? '' : `•••• ${lastFour}`,
    attempt?.customer ?? record?.name ?? record?.email ?? '',
  ];
  const notes = [
    next === null ? '' : t(`reports:service.next.${next}`),
    attempt !== null && there !== null && there !== attempt.amount
      ? t('reports:service.amounts', { here: money(attempt.amount, sign), there: money(there, sign) })
      : '',
    arrives === null || arrives < 0 ? '' : `${t('reports:service.net')}: ${money(arrives, sign)}`,
    record?.inReview === true ? t('reports:service.review') : '',
  ];
  return (
    <li>
      {at === null ? (
        <span>{record?.at ?? dayWriter(language).weekday(day)}</span>
      ) : (
        <Moment at={new Date(at).toISOString()} />
      )}
      <span className={classes.what}>
        <span>
          <strong>{t(`reports:service.kinds.${kind}`)}:</strong>{' '}
          {record?.openClaim === true && <strong className={parts.wrong}>{t('reports:service.claim')} · </strong>}
          {capitalised(what.filter((part) => part !== '').join(' · '))}
        </span>
        <span className={parts.note}>{notes.filter((note) => note !== '').join(' ')}</span>
      </span>
      <Amount value={attempt === null ? moved : signedAmount(attempt)} currencySign={sign} />
      {(attempt !== null || relatedId !== null) && (
        <Button size="compact-md" onClick={() => go('history', attempt?.id ?? relatedId ?? '')}>
          {t(attempt === null ? 'reports:service.related' : 'reports:service.open')}
        </Button>
      )}
    </li>
  );
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

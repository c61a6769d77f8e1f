/** Shows the service's own records of a payment, beyond its published document. */
import { Group } from '@mantine/core';
import { IconRefresh, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import {
  namesAttempt,
  netOf,
  recordKindOf,
  refundedElsewhere,
  type LookUp,
  type LookUpOf,
  type ServiceRecord,
} from '#shared/ledger/service-records.ts';
import { chargeIn, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { withoutEffect } from '#shared/payments/outcome.ts';
import { outcomeWords } from '#shared/words/outcome-words.ts';
import { recordTypeWords } from '#shared/words/reconciled-words.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { MissingRecords } from '#renderer/ui/outcome/service-facts.tsx';
import { Callout, NamedValues, Part } from '#renderer/ui/parts.tsx';
import { Amount, SlowNote } from '#renderer/ui/texts/values.tsx';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './history.module.css';

/** True where the merchant of the payment has the address of the service's records. */
export function useHasRecords({ merchantId }: Pick<ShownAttempt, 'merchantId'>): boolean {
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  return merchants.some(({ merchant }) => merchant.id === merchantId && merchant.recordsUrl !== null);
}

/** Asks the service once the operator wants to know, and never by itself when the screen is drawn. */
export function useLookUp(details: ShownAttempt) {
  const { data, error, isPending, mutate } = useAction('history', 'lookUp');
  const state = effectiveState(details);
  const [askedIn, setAskedIn] = useState(state);
  const ask = (of: LookUpOf): void => {
    setAskedIn(state);
    mutate({ id: details.id, of });
  };
  // Drops an answer that settled nothing once something else has settled the payment.
  const settled = data?.kind === 'records' && (data.found !== null || data.whole !== null);
  return { data: askedIn === state || settled ? data : undefined, error, isPending, ask };
}

export function AtTheService({
  details,
  asking: { data, error, isPending, ask },
}: {
  readonly details: ShownAttempt;
  readonly asking: ReturnType<typeof useLookUp>;
}) {
  const { t } = useText();
  const formats = useFormats();
  const mayAskForCustomer = useMayAct('back-office');
  return (
    <>
      {error !== null && <FailureNotice failure={error.failure} act="reading" />}
      {isPending && <SlowNote of="loading" />}
      {!isPending && data !== undefined && <Answer details={details} answer={data} />}
      {!isPending && data === undefined && error === null && (
        <p role="status">{outcomeWords(t, formats, details).title}</p>
      )}
      <Group gap={8}>
        <KeyButton icon={IconRefresh} loading={isPending} onClick={() => ask('payment')}>
          {t('history:service.again')}
        </KeyButton>
        {mayAskForCustomer && details.email !== null && details.email !== '' && (
          <KeyButton icon={IconUser} disabled={isPending} onClick={() => ask('customer')}>
            {t('history:service.ofCustomer')}
          </KeyButton>
        )}
      </Group>
    </>
  );
}

function Answer({ details, answer }: { readonly details: ShownAttempt; readonly answer: LookUp }) {
  const { t } = useText();
  const { money } = useFormats();
  const state = effectiveState(details);
  const open = state === 'unknown';
  if (answer.kind !== 'records') {
    return <MissingRecords answer={answer} before={open ? `${t('history:service.stillOpen')} ` : ''} />;
  }
  const { codOper, idtx } = details.references;
  const isThis = (record: ServiceRecord): boolean =>
    namesAttempt(record, details.id) || (record.codOper !== null && record.codOper === codOper);
  // A refund may repeat the description of its sale, and our reference with it.
  const placeOf = (record: ServiceRecord): Place => {
    if (idtx !== null && record.relatedIdtx === idtx) return 'related';
    return isThis(record) ? 'this' : 'other';
  };
  const refunded = refundedThere(details, answer.records);
  const ofCustomer = answer.whole !== null;
  const told = ofCustomer
    ? null
    : open || answer.found !== null
      ? answer.proof
      : answer.records.some(isThis)
        ? null
        : 'missing';
  // A look-up settles an unconfirmed payment alone, and never what a person or an answer has said of it.
  const isAgainst = told === 'found' && withoutEffect.some((outcome) => outcome === state);
  return (
    <>
      {ofCustomer && (
        <Callout tone={answer.whole === true ? 'plain' : 'unknown'} role="status">
          <p>
            {t(answer.whole === true ? 'history:service.customerWhole' : 'history:service.customerIncomplete', {
              email: details.email ?? '',
              count: answer.records.length,
            })}
          </p>
        </Callout>
      )}
      {told !== null && (
        <Callout tone={told === 'found' && !isAgainst ? 'approved' : 'unknown'} role="status">
          <p>{isAgainst ? t('reports:service.next.there-processed') : t(`history:service.${told}`)}</p>
        </Callout>
      )}
      {answer.records.some(({ openClaim }) => openClaim) && (
        <Callout tone="declined" role="alert">
          <p>{t('history:service.claim')}</p>
        </Callout>
      )}
      {refunded > 0 && (
        <Callout tone="unknown" role="status">
          <p>{t('history:service.refundedThere', { amount: money(refunded, details.currencySign) })}</p>
        </Callout>
      )}
      {places.map((place) =>
        answer.records
          .filter((record) => placeOf(record) === place)
          .map((record, index) => (
            <RecordPart
              key={`${place} ${index}`}
              record={record}
              place={place}
              index={index}
              currencySign={details.currencySign}
            />
          )),
      )}
    </>
  );
}

/** Returns what the record of the payment's charge shows as given back there alone, in minor units. */
function refundedThere(details: ShownAttempt, records: readonly ServiceRecord[]): number {
  const chargeId = chargeIn(details);
  const charge = details.timeline.find(({ id }) => id === chargeId)?.references.codOper ?? null;
  const record = records.find((each) => charge !== null && each.codOper === charge && recordKindOf(each) === 'charge');
  return record === undefined ? 0 : refundedElsewhere(record, details.refunds);
}

/** Places of the records, in the order in which they are shown. */
const places = ['this', 'related', 'other'] as const;
type Place = (typeof places)[number];

const statuses = new Map([
  [0, 'declined'],
  [1, 'processed'],
  [3, 'refunded'],
  [4, 'voided'],
] as const);

const statusWords = (t: Translate, status: number | null): string => {
  const known = [...statuses].find(([code]) => code === status)?.[1];
  return known === undefined ? String(status ?? '') : t(`history:service.statuses.${known}`);
};

function RecordPart({
  record,
  place,
  index,
  currencySign,
}: {
  readonly record: ServiceRecord;
  readonly place: Place;
  /** Numbers the records of a place, which may be of one kind, from 0. */
  readonly index: number;
  readonly currencySign: string;
}) {
  const { t } = useText();
  const money = (units: number | null) =>
    units === null ? null : <Amount value={units} currencySign={currencySign} />;
  const net = netOf(record);
  const rows = [
    { name: t('label.state'), value: statusWords(t, record.status) },
    { name: t('history:service.amount'), value: money(record.amount) },
    { name: t('reports:journal.columns.at'), value: record.at?.replace('T', ' ') ?? null },
    {
      name: t('label.card'),
      value: record.lastFour === null ? null : `•••• ${record.lastFour}`,
    },
    { name: t('label.customer'), value: record.name ?? record.email },
    { name: 'codOper', value: record.codOper === null ? null : <CodeText text={record.codOper} name="codOper" /> },
    ...(net === null || record.commission === null || record.commission === 0
      ? []
      : [
          { name: t('history:service.commission'), value: money((record.commission ?? 0) + (record.cost ?? 0)) },
          { name: t('reports:service.feeTax'), value: money(record.feeTax) },
          { name: t('reports:service.withheld'), value: money(record.withheld || null) },
          {
            name: t(record.reserveReleased ? 'history:service.released' : 'reports:service.reserve'),
            value: money(record.reserve || null),
          },
          { name: t('reports:service.net'), value: money(net) },
        ]),
  ];
  return (
    <div className={classes.record}>
      <Part
        title={`${t(`history:service.places.${place}`)}: ${recordTypeWords(t, record)}${index === 0 ? '' : ` (${index + 1})`}`}
      >
        {record.type === '3DS' && <p className={parts.note}>{t('history:service.step')}</p>}
        <NamedValues of={rows.filter(({ value }) => value !== null && value !== '')} />
      </Part>
    </div>
  );
}

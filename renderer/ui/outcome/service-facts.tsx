/** The service's references and its own words, verbatim and small. */
import { effectiveState, receiptOf, type Attempt } from '#shared/payments/attempt.ts';
import { readReceiptLink } from '#shared/payments/receipt-link.ts';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { Callout, NamedValues } from '#renderer/ui/parts.tsx';
import type { LookUp } from '#shared/ledger/service-records.ts';
import classes from './outcome-panel.module.css';

/** The service's own names of the references, because people search its portal by them. */
const serviceNames = {
  codOper: 'codOper',
  authToken: 'AUTH_TOKEN',
  idtx: 'idtx',
  cardToken: 'cardToken',
  relatedTx: 'relatedTx',
} as const;
/** References, the receipt's host and the service's own words behind one line, each reference with the service's name beside ours. */
export function ReferenceFacts({ attempt, open }: { readonly attempt: Attempt; readonly open: boolean }) {
  const { t } = useText();
  const names = (Object.keys(serviceNames) as readonly (keyof typeof serviceNames)[]).filter(
    (name) => attempt.references[name] !== null,
  );
  const host = receiptOf(attempt)?.host;
  const words = serviceWords(t, attempt);
  if (names.length === 0 && host === undefined && words === '') return null;
  return (
    <details className={classes.further} open={open}>
      <summary>{t('outcomes:references')}</summary>
      <NamedValues
        of={[
          ...names.map((name) => ({
            name: (
              <>
                {t(`reference.${name}`)} <span className={parts.note}>{serviceNames[name]}</span>
              </>
            ),
            value: (
              <span data-reference={name}>
                <CodeText text={attempt.references[name] ?? ''} name={t(`reference.${name}`)} />
              </span>
            ),
          })),
          {
            name: t('outcomes:receiptHost'),
            value: host !== undefined && (
              <span data-reference="receipt">
                <bdi dir="ltr">{host}</bdi>
              </span>
            ),
          },
          { name: t('outcomes:service.label'), value: words !== '' && <span className={parts.note}>{words}</span> },
        ]}
      />
    </details>
  );
}

/** Returns the service's answer, verbatim. */
function serviceWords(t: Translate, { service }: Attempt): string {
  const { code, text, authStatus, serverTime, httpStatus } = service;
  const said = [
    text,
    code === null ? null : t('outcomes:reason.code', { code }),
    authStatus === null ? null : t('outcomes:service.authStatus', { status: authStatus }),
    httpStatus === null || httpStatus === 200 ? null : t('outcomes:service.http', { status: httpStatus }),
    serverTime === null ? null : t('outcomes:service.time', { time: serverTime }),
  ];
  return said.filter((part) => part !== null && part !== '').join(' · ');
}

/** The page on which the cardholder finishes 3-D Secure: its host and a link to copy, while the payment is unconfirmed. */
export function ChallengeLink({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useText();
  const link = attempt.challengeUrl === null ? null : readReceiptLink(attempt.challengeUrl);
  if (link === null || effectiveState(attempt) !== 'unknown') return null;
  return (
    <NamedValues
      of={[
        {
          name: t('outcomes:challenge.label'),
          value: (
            <>
              <bdi dir="ltr">{link.host}</bdi>
              <CodeText text={link.href} name={t('outcomes:challenge.link')} />
            </>
          ),
        },
      ]}
    />
  );
}

/** Says why the service's records were not asked for, or did not come. @param before a sentence before it */
export function MissingRecords({
  answer,
  before = '',
}: {
  readonly answer: Exclude<LookUp, { kind: 'records' }>;
  readonly before?: string;
}) {
  const { t } = useText();
  const isSilent = answer.kind === 'no-answer';
  return (
    <Callout tone="unknown" role="status">
      <p>
        {before}
        {isSilent ? t(`history:service.noAnswer.${answer.why}`) : t(`history:service.notAsked.${answer.why}`)}
      </p>
      {isSilent && answer.code !== null && (
        <p className={parts.note}>{[answer.code, answer.text].filter((part) => part !== null).join(' ')}</p>
      )}
    </Callout>
  );
}

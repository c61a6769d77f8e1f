/** The service's references and its own words, verbatim and small. */
import { effectiveState, receiptOf, type Attempt } from '#shared/payments/attempt.ts';
import { readReceiptLink } from '#shared/payments/receipt-link.ts';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
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
      <dl className={classes.facts}>
        {names.map((name) => (
          <div key={name}>
            <dt>
              {t(`reference.${name}`)} <span className={classes.own}>{serviceNames[name]}</span>
            </dt>
            <dd data-reference={name}>
              <CodeText text={attempt.references[name] ?? ''} name={t(`reference.${name}`)} />
            </dd>
          </div>
        ))}
        {host !== undefined && (
          <div>
            <dt>{t('outcomes:receiptHost')}</dt>
            <dd data-reference="receipt">
              <bdi dir="ltr">{host}</bdi>
            </dd>
          </div>
        )}
        {words !== '' && (
          <div>
            <dt>{t('outcomes:service.label')}</dt>
            <dd className={classes.verbatim}>{words}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}

/** Returns the service's answer, verbatim. */
function serviceWords(t: Translate, { service }: Attempt): string {
  const { code, text, authStatus, serverTime, httpStatus } = service;
  const parts = [
    text,
    code === null ? null : t('outcomes:service.code', { code }),
    authStatus === null ? null : t('outcomes:service.authStatus', { status: authStatus }),
    httpStatus === null || httpStatus === 200 ? null : t('outcomes:service.http', { status: httpStatus }),
    serverTime === null ? null : t('outcomes:service.time', { time: serverTime }),
  ];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** The page on which the cardholder finishes 3-D Secure: its host and a link to copy, while the payment is unconfirmed. */
export function ChallengeLink({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useText();
  const link = attempt.challengeUrl === null ? null : readReceiptLink(attempt.challengeUrl);
  if (link === null || effectiveState(attempt) !== 'unknown') return null;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('outcomes:challenge.label')}</dt>
        <dd>
          <bdi dir="ltr">{link.host}</bdi>
          <CodeText text={link.href} name={t('outcomes:challenge.link')} />
        </dd>
      </div>
    </dl>
  );
}

/** The service's references and its own words, verbatim and small. */
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { readReceiptLink } from '#shared/payments/receipt-link.ts';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useText } from '#renderer/words/i18n.ts';
import classes from './outcome-panel.module.css';

/** The service's own names of the references, because people search its portal by them. */
const serviceNames = {
  codOper: 'codOper',
  authToken: 'AUTH_TOKEN',
  idtx: 'idtx',
  cardToken: 'cardToken',
  relatedTx: 'relatedTx',
} as const;
/** References that people read out; the further ones are seldom needed. */
const mainReferences = ['codOper', 'authToken', 'idtx'] as const;
const furtherReferences = ['cardToken', 'relatedTx'] as const;

/** References of the attempt, each with the service's own name beside ours. */
export function ReferenceFacts({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useText();
  return (
    <>
      <ReferenceList attempt={attempt} names={mainReferences} />
      {furtherReferences.some((name) => attempt.references[name] !== null) && (
        <details className={classes.further}>
          <summary>{t('outcomes:moreReferences')}</summary>
          <ReferenceList attempt={attempt} names={furtherReferences} />
        </details>
      )}
    </>
  );
}

function ReferenceList({
  attempt,
  names,
}: {
  readonly attempt: Attempt;
  readonly names: readonly (keyof typeof serviceNames)[];
}) {
  const { t } = useText();
  const present = names.filter((name) => attempt.references[name] !== null);
  if (present.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {present.map((name) => (
        <div key={name}>
          <dt>
            {t(`reference.${name}`)} <span className={classes.own}>{serviceNames[name]}</span>
          </dt>
          <dd data-reference={name}>
            <CodeText text={attempt.references[name] ?? ''} name={t(`reference.${name}`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
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

/** The service's answer, verbatim and small. */
export function ServiceWords({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useText();
  const { code, text, authStatus, serverTime, httpStatus } = attempt.service;
  const parts = [
    text,
    code === null ? null : t('outcomes:service.code', { code }),
    authStatus === null ? null : t('outcomes:service.authStatus', { status: authStatus }),
    httpStatus === null || httpStatus === 200 ? null : t('outcomes:service.http', { status: httpStatus }),
    serverTime === null ? null : t('outcomes:service.time', { time: serverTime }),
  ].filter((part) => part !== null && part !== '');
  if (parts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('outcomes:service.label')}</dt>
        <dd className={classes.verbatim}>{parts.join(' · ')}</dd>
      </div>
    </dl>
  );
}

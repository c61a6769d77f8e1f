/** The result of an attempt: the money in words, the next step, references, risk, and the service's own text. */
import { Button } from '@mantine/core';
import { IconExternalLink, IconScale } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { statedAmount, type Attempt } from '#shared/payments/attempt.ts';
import { useAction } from '#renderer/session/api.ts';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomeIcon } from './outcome-badge.tsx';
import classes from './outcome-panel.module.css';
import { outcomeWords, type OutcomeContext } from '#renderer/words/outcome-words.ts';
import type { PaymentWords } from '#renderer/words/payment-words.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { RiskWords } from './risk-gauge.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';

/** A receipt to open, and the words on its button. */
export interface ReceiptLink {
  readonly attemptId: string;
  readonly label: string;
}

export function OutcomePanel({
  attempt,
  context = {},
  announce = false,
  words: given,
  receipts,
  receiptKeys,
  actions,
}: {
  readonly attempt: Attempt;
  readonly context?: OutcomeContext;
  /** Takes the focus and is announced. For a result that has just arrived. */
  readonly announce?: boolean;
  /** Words for an attempt that is not the latest of its payment. By default those of its outcome. */
  readonly words?: PaymentWords;
  /** By default the receipt of the attempt, when it has one. */
  readonly receipts?: readonly ReceiptLink[];
  /** Key that opens the first receipt. */
  readonly receiptKeys?: string;
  /** Buttons for the next step. */
  readonly actions?: ReactNode;
}) {
  const { t } = useText();
  const formats = useFormats();
  const words = given ?? outcomeWords(t, formats, attempt, context);
  const links =
    receipts ?? (attempt.receiptUrl === null ? [] : [{ attemptId: attempt.id, label: t('outcomes:receipt') }]);
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useEffectEvent((_attemptId: string) => {
    if (announce) title.current?.focus();
  });
  useEffect(() => focusTitle(attempt.id), [attempt.id]);

  const answeredAmount = attempt.state === 'approved' ? statedAmount(attempt) : null;
  return (
    <section className={classes.panel} data-tone={words.tone} aria-labelledby={`outcome-${attempt.id}`}>
      <div className={classes.words} role={announce ? 'alert' : undefined}>
        <OutcomeIcon state={words.tone} size={32} />
        <div>
          <h2 className={classes.title} id={`outcome-${attempt.id}`} ref={title} tabIndex={-1}>
            {words.title}
          </h2>
          {words.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          {words.next !== null && <p>{words.next}</p>}
          {answeredAmount !== null && answeredAmount !== attempt.amount && (
            <p className={classes.difference}>
              <IconScale size={18} aria-hidden="true" />
              {t('outcomes:difference', {
                asked: formats.money(attempt.amount, attempt.currencySign),
                answered: formats.money(answeredAmount, attempt.currencySign),
              })}
            </p>
          )}
        </div>
      </div>
      {(actions !== undefined || links.length > 0) && (
        <div className={classes.actions}>
          {actions}
          {links.map((link, index) => (
            <ReceiptButton key={link.attemptId} {...link} keys={index === 0 ? receiptKeys : undefined} />
          ))}
        </div>
      )}
      <div>
        <ReferenceFacts attempt={attempt} />
        {attempt.risk !== null && <RiskWords risk={attempt.risk} />}
        <ServiceWords attempt={attempt} />
      </div>
    </section>
  );
}

function ReceiptButton({ attemptId, label, keys }: ReceiptLink & { readonly keys: string | undefined }) {
  const open = useAction('history', 'openReceipt');
  const openReceipt = (): void => open.mutate({ id: attemptId });
  useShortcuts(keys === undefined ? {} : { [keys]: openReceipt });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconExternalLink size={18} aria-hidden="true" />}
        rightSection={keys !== undefined && <KeyHint keys={keys} />}
        onClick={openReceipt}
      >
        {label}
      </Button>
      {open.error !== null && <FailureNotice failure={open.error.failure} />}
    </>
  );
}

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
function ReferenceFacts({ attempt }: { readonly attempt: Attempt }) {
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

/** The service's answer, verbatim and small. */
function ServiceWords({ attempt }: { readonly attempt: Attempt }) {
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

/** Words for a failure of the program: its meaning for the money, the reason, and the next step. */
import { seatNames } from '#shared/ledger/awaited-seats.ts';
import type { WrittenFigures } from '#shared/words/written-figures.ts';
import type { GuardedAct } from '#shared/audit/step-up.ts';
import type { Failure } from '#shared/failure.ts';
import type { PolicyRule } from '#shared/policy/policy-rules.ts';
import { ledgerReasonWords } from '#renderer/words/ledger/ledger-reason-words.ts';
import type { Misplaced } from '#shared/seat/secret-place.ts';
import { tell, type Translate } from './i18n.ts';

export interface FailureWords {
  readonly title: string;
  readonly body: string;
  /** The system's own message, small and verbatim; empty when there is none. */
  readonly detail: string;
}

const knownMissing = [
  'cclw',
  'apiKey',
  'baseUrl',
  'clientCertificate',
  'captureTokenFieldConfirmed',
] as const satisfies readonly string[];
const isKnownMissing = (name: string): name is (typeof knownMissing)[number] =>
  (knownMissing as readonly string[]).includes(name);

const stopsPayments = (rule: PolicyRule): boolean => rule === 'ledger-in-use' || rule === 'merchant-not-allowed';

const isPayment = (act: GuardedAct): boolean => act === 'lookalike' || act === 'amount' || act === 'reversal';

/** Says for which place the keys were entered, and which one asks for them. */
export const misplacedWords = (t: Translate, { differs, keyedFor, asked }: Misplaced): string =>
  keyedFor === null
    ? t('failures:secrets-elsewhere.unknown', { asked })
    : t(`failures:secrets-elsewhere.${differs}`, { keyedFor, asked });

/** Maps the system's English errors about files to reasons in the operator's language. */
const fileReasons = [
  [/^(ENOENT|ENOTDIR)\b/, 'missing'],
  [/^(EACCES|EPERM|EROFS|EBUSY|EISDIR)\b/, 'refused'],
  [/^(ENOSPC|EDQUOT)\b/, 'full'],
  [/^file is not a database$/, 'unlike'],
] as const;

/** Returns why a file could not be used, in the operator's language where the reason is known. */
export function fileReason(t: Translate, detail: string): string {
  const [, reason] = fileReasons.find(([text]) => text.test(detail)) ?? [];
  return reason === undefined ? t('failures:file.body', { detail }) : t(`failures:file.${reason}`);
}

export const failureWords = (t: Translate, money: WrittenFigures['money'], failure: Failure): FailureWords => ({
  title: titleOf(t, failure),
  body: bodyOf(t, money, failure),
  detail: detailOf(t, failure),
});

function titleOf(t: Translate, failure: Failure): string {
  switch (failure.kind) {
    case 'step-up-needed':
      return t(isPayment(failure.act) ? 'failures:step-up-needed.sent' : 'failures:step-up-needed.done');
    case 'set-by-policy':
      return t(stopsPayments(failure.rule) ? 'failures:set-by-policy.sent' : 'failures:set-by-policy.changed');
    case 'file':
      return t(failure.doing === 'write' ? 'failures:file.notSaved' : 'failures:file.title');
    default:
      return t(`failures:${failure.kind}.title`);
  }
}

function bodyOf(t: Translate, money: WrittenFigures['money'], failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return failure.issues.length === 0
        ? t('failures:invalid.plain')
        : t('failures:invalid.body', { fields: failure.issues.map((issue) => issue.path).join(', ') });
    case 'not-permitted':
      return t(`failures:not-permitted.${failure.needs}`);
    case 'duplicate':
      return t(`failures:duplicate.${failure.needs}`);
    case 'ledger':
      return ledgerReasonWords(t, failure.reason);
    case 'ledger-not-chosen':
      return t(`failures:ledger.${failure.reason}`);
    case 'vault':
      return t(`failures:vault.${failure.reason}`);
    case 'step-up-needed':
      return t(failure.own ? 'failures:step-up-needed.own' : 'failures:step-up-needed.other');
    case 'set-by-policy':
      return t(`failures:set-by-policy.${failure.rule}`);
    case 'secrets-elsewhere':
      return `${misplacedWords(t, failure)} ${t('failures:secrets-elsewhere.next')}`;
    case 'merchant-incomplete':
      return t('failures:merchant-incomplete.body', {
        missing: failure.missing
          .map((name) =>
            isKnownMissing(name)
              ? t(`failures:merchant-incomplete.missing.${name}`)
              : t('failures:merchant-incomplete.missing.other', { name }),
          )
          .join(', '),
      });
    case 'merchant-missing':
      return t('failures:merchant-missing.body', {
        name: failure.name,
        environment: t(`common:environment.${failure.environment}`),
      });
    case 'other-environment':
      return t('failures:other-environment.body', { environment: t(`common:environment.${failure.environment}`) });
    case 'not-offered':
      return t(`failures:not-offered.${failure.by}.${failure.operation}`);
    case 'card-not-chargeable':
      return t(`failures:card-not-chargeable.${failure.why}`);
    case 'over-refund':
      return overRefundWords(t, money, failure);
    case 'seats-awaited':
      return t('failures:seats-awaited.body', { seats: seatNames(t, failure.seats) });
    case 'hold-not-open':
      return t(`failures:hold-not-open.${failure.state}`);
    case 'work-under-way':
      return t('failures:work-under-way.body', { work: t(`work:kind.${failure.work}`) });
    case 'too-recent':
      return t('failures:too-recent.body', { count: failure.hours });
    case 'file':
      return fileReason(t, failure.detail);
    case 'not-recorded':
      return t(failure.safe ? 'failures:not-recorded.safe' : 'failures:not-recorded.unsafe');
    default:
      return tell(t, `failures:${failure.kind}.body`, failure);
  }
}

function detailOf(t: Translate, failure: Failure): string {
  switch (failure.kind) {
    case 'ledger':
      // That it is away has no more to it than an English sentence for the log.
      return failure.reason === 'disconnected' ? '' : failure.detail;
    case 'file':
      return fileReason(t, failure.detail) === failure.detail ? '' : failure.detail;
    case 'ledger-not-chosen':
    case 'not-printed':
      return failure.detail;
    default:
      return '';
  }
}

function overRefundWords(
  t: Translate,
  money: WrittenFigures['money'],
  { left, elsewhere, currencySign }: Extract<Failure, { kind: 'over-refund' }>,
): string {
  return [
    ...(elsewhere > 0 ? [t('failures:over-refund.elsewhere', { amount: money(elsewhere, currencySign) })] : []),
    left === 0
      ? t('failures:over-refund.nothing')
      : t('failures:over-refund.left', { left: money(left, currencySign) }),
  ].join(' ');
}

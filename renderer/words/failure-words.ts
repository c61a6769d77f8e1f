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

export function failureWords(t: Translate, money: WrittenFigures['money'], failure: Failure): FailureWords {
  const words = (title: string, body: string, detail = ''): FailureWords => ({ title, body, detail });
  const fileWords = ({ doing, detail }: Extract<Failure, { kind: 'file' }>): FailureWords => {
    const reason = fileReason(t, detail);
    const title = t(doing === 'write' ? 'failures:file.notSaved' : 'failures:file.title');
    return words(title, reason, reason === detail ? '' : detail);
  };
  switch (failure.kind) {
    case 'invalid':
      return words(
        t('failures:invalid.title'),
        failure.issues.length === 0
          ? t('failures:invalid.plain')
          : t('failures:invalid.body', { fields: failure.issues.map((issue) => issue.path).join(', ') }),
      );
    case 'not-permitted':
      return words(t('failures:not-permitted.title'), t(`failures:not-permitted.${failure.needs}`));
    case 'duplicate':
      return words(t('failures:duplicate.title'), t(`failures:duplicate.${failure.needs}`));
    case 'ledger':
      // That it is away has no more to it than an English sentence for the log.
      return words(
        t('failures:ledger.title'),
        ledgerReasonWords(t, failure.reason),
        failure.reason === 'disconnected' ? '' : failure.detail,
      );
    case 'ledger-not-chosen':
      return words(t('failures:ledger-not-chosen.title'), t(`failures:ledger.${failure.reason}`), failure.detail);
    case 'vault':
      return words(t('failures:vault.title'), t(`failures:vault.${failure.reason}`));
    case 'step-up-needed':
      return words(
        t(isPayment(failure.act) ? 'failures:step-up-needed.sent' : 'failures:step-up-needed.done'),
        t(failure.own ? 'failures:step-up-needed.own' : 'failures:step-up-needed.other'),
      );
    case 'set-by-policy':
      return words(
        t(stopsPayments(failure.rule) ? 'failures:set-by-policy.sent' : 'failures:set-by-policy.changed'),
        t(`failures:set-by-policy.${failure.rule}`),
      );
    case 'secrets-elsewhere':
      return words(
        t('failures:secrets-elsewhere.title'),
        `${misplacedWords(t, failure)} ${t('failures:secrets-elsewhere.next')}`,
      );
    case 'merchant-incomplete':
      return words(
        t('failures:merchant-incomplete.title'),
        t('failures:merchant-incomplete.body', {
          missing: failure.missing
            .map((name) =>
              isKnownMissing(name)
                ? t(`failures:merchant-incomplete.missing.${name}`)
                : t('failures:merchant-incomplete.missing.other', { name }),
            )
            .join(', '),
        }),
      );
    case 'merchant-missing':
      return words(
        t('failures:merchant-missing.title'),
        t('failures:merchant-missing.body', {
          name: failure.name,
          environment: t(`common:environment.${failure.environment}`),
        }),
      );
    case 'other-environment':
      return words(
        t('failures:other-environment.title'),
        t('failures:other-environment.body', { environment: t(`common:environment.${failure.environment}`) }),
      );
    case 'not-offered':
      return words(t('failures:not-offered.title'), t(`failures:not-offered.${failure.by}.${failure.operation}`));
    case 'card-not-chargeable':
      return words(t('failures:card-not-chargeable.title'), t(`failures:card-not-chargeable.${failure.why}`));
    case 'over-refund':
      return words(t('failures:over-refund.title'), overRefundWords(t, money, failure));
    case 'seats-awaited':
      return words(
        t('failures:seats-awaited.title'),
        t('failures:seats-awaited.body', { seats: seatNames(t, failure.seats) }),
      );
    case 'hold-not-open':
      return words(t('failures:hold-not-open.title'), t(`failures:hold-not-open.${failure.state}`));
    case 'work-under-way':
      return words(
        t('failures:work-under-way.title'),
        t('failures:work-under-way.body', { work: t(`work:kind.${failure.work}`) }),
      );
    case 'too-recent':
      return words(t('failures:too-recent.title'), t('failures:too-recent.body', { count: failure.hours }));
    case 'file':
      return fileWords(failure);
    case 'not-printed':
      return words(t('failures:not-printed.title'), t('failures:not-printed.body'), failure.detail);
    case 'not-recorded':
      return words(
        t('failures:not-recorded.title'),
        t(failure.safe ? 'failures:not-recorded.safe' : 'failures:not-recorded.unsafe'),
      );
    default:
      return words(t(`failures:${failure.kind}.title`), tell(t, `failures:${failure.kind}.body`, failure));
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

/** State of the audit trail: when it was last checked, what was found, and the check itself. */
import { Button } from '@mantine/core';
import type { TrailReport } from '#shared/ledger/trail.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { trailBreakWords, trailReportWords } from '#renderer/words/audit/trail-words.ts';
import { useLongWork } from '#renderer/ui/work/use-long-work.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { Callout } from '#renderer/ui/parts.tsx';

export function TrailCheck() {
  const { t } = useText();
  const known = useCall('ledger', 'status', undefined).data?.trail ?? null;
  const check = useAction('ledger', 'checkTrail');
  const report = latest(known, check.data ?? null);
  const running = useLongWork(['check-trail'])?.end === null;
  return (
    <>
      <Callout
        tone={report === null ? 'plain' : report.breaks === 0 ? 'approved' : 'unknown'}
        actions={
          <Button variant="default" onClick={() => check.mutate(undefined)}>
            {t('audit:check.run')}
          </Button>
        }
      >
        <div role="status">
          {running ? (
            <p>{t('audit:check.running')}</p>
          ) : report === null ? (
            <p>{t('audit:check.never')}</p>
          ) : (
            <Report report={report} onAdmitted={() => check.mutate(undefined)} />
          )}
        </div>
      </Callout>
      <WorkNote kinds={['check-trail']} failure={check.error?.failure ?? null} />
    </>
  );
}

function Report({ report, onAdmitted }: { readonly report: TrailReport; readonly onAdmitted: () => void }) {
  const { t } = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { first } = report;
  const admit = useAction('ledger', 'admitSeat');
  const paymentId = first?.kind === 'payment-differs' || first?.kind === 'hold-differs' ? first.subjectId : null;
  return (
    <>
      <p>
        <strong>{trailReportWords(t, formats, report)}</strong>
      </p>
      {first !== null && (
        <p>
          {trailBreakWords(t, formats, first)} {t('audit:check.next')}
        </p>
      )}
      {first?.signer !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={admit.isPending}
          onClick={() => admit.mutate({ signer: first.signer ?? '' }, { onSuccess: onAdmitted })}
        >
          {t('audit:check.admit', { seat: first.seat })}
        </Button>
      )}
      {admit.error !== null && <FailureNotice failure={admit.error.failure} />}
      {paymentId !== null && (
        <Button variant="default" size="compact-sm" onClick={() => go('history', paymentId)}>
          {t('audit:list.payment')}
        </Button>
      )}
    </>
  );
}

/** The check of the start is in the status; one that was just asked for may be newer. */
const latest = (one: TrailReport | null, other: TrailReport | null): TrailReport | null =>
  one === null || (other !== null && other.checkedAt > one.checkedAt) ? other : one;

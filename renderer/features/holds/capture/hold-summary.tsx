/** Summary column for one hold: facts, review, capture in flight, result. */
import { Stack } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { Failure } from '#shared/failure.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { customerName } from '#shared/payments/attempt.ts';
import { Amount, Moment, Elapsed } from '#renderer/ui/texts/values.tsx';
import { useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { OutcomePanel } from '#renderer/ui/outcome/outcome-panel.tsx';
import { useChargeAgain, reversalKeys, useReversalOffer } from '#renderer/ui/requests/reversal-offer.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { SummaryLine } from '#renderer/ui/screen.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { questionOf, CaptureFieldQuestion } from './capture-field-question.tsx';
import { CaptureForm, type TypedCaptures, type OneCapture } from './capture-form.tsx';
import { HoldNote } from './hold-note.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';
import classes from '#renderer/features/holds/holds.module.css';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useActions } from '#renderer/ui/actions.tsx';
import { breakInto } from '#renderer/ui/dialog-keys.ts';
import { HoldFacts } from './hold-facts.tsx';

interface SummaryProps {
  readonly hold: Hold;
  readonly merchants: readonly MerchantView[];
  readonly one: OneCapture;
  readonly typed: TypedCaptures;
  readonly reviewing: boolean;
  readonly onReview: () => void;
  readonly onLeave: () => void;
}

export function HoldSummary(props: SummaryProps) {
  const { hold, one, reviewing, onLeave } = props;
  const { t } = useText();
  useChargeAgain(t('nav.holds'), hold.authorization);
  const { capture } = one;
  if (capture.kind === 'sending') {
    return <Sending hold={capture.hold} since={capture.since} />;
  }
  if (capture.kind === 'answered') {
    return (
      <div className={classes.panel}>
        {capture.notRecorded !== null && <FailureNotice failure={capture.notRecorded} act="paying" />}
        <OutcomePanel
          attempt={capture.attempt}
          context={{ holdMadeAt: capture.hold.authorization.startedAt }}
          announce
          receiptKeys="F4"
          actions={
            <KeyButton variant="filled" onClick={onLeave} keys="Escape">
              {t('action.close')}
            </KeyButton>
          }
        />
      </div>
    );
  }
  if (capture.kind === 'failed' && capture.hold.state !== 'open') {
    return <Refused hold={capture.hold} failure={capture.failure} onLeave={onLeave} />;
  }
  if (reviewing && hold.state !== 'open') return <Refused hold={hold} failure={null} onLeave={onLeave} />;
  return <ActiveHold {...props} />;
}

/** A hold with its review, or with what can be done about it before one. */
function ActiveHold({ hold, merchants, one, typed, reviewing, onReview }: SummaryProps) {
  const { t } = useText();
  const mayCapture = useMayAct('back-office');
  const { capture } = one;
  const merchant = merchants.find((view) => view.merchant.id === hold.authorization.merchantId)?.merchant;
  const refused = capture.kind === 'failed' && capture.hold.id === hold.id ? capture.failure : null;
  const question =
    refused?.kind === 'capture-field-unconfirmed'
      ? { merchantId: refused.merchantId, field: refused.field }
      : questionOf([hold], merchants);
  return (
    <div className={classes.panel}>
      <SummaryLine
        stays
        action={
          hold.state === 'open' &&
          mayCapture && (
            <KeyButton variant="filled" onClick={onReview} keys="Enter">
              {t('holds:review.open')}
            </KeyButton>
          )
        }
      >
        <Amount value={heldAmount(hold.authorization)} currencySign={hold.authorization.currencySign} />
        {' · '}
        {customerName(hold.authorization)}
      </SummaryLine>
      <HoldFacts hold={hold} brief={reviewing} />
      <HoldNote hold={hold} />
      {refused !== null && refused.kind !== 'capture-field-unconfirmed' && (
        <FailureNotice act="paying" failure={refused} />
      )}
      {hold.state === 'open' && !mayCapture && <p className={parts.note}>{t('holds:review.notAllowed')}</p>}
      {hold.state === 'open' && mayCapture && !reviewing && (
        <div className={classes.foot}>
          <KeyButton variant="filled" fullWidth onClick={onReview} keys="Enter">
            {t('holds:review.open')}
          </KeyButton>
        </div>
      )}
      {hold.state === 'open' && mayCapture && reviewing && (
        <Stack component="section" gap={12} aria-label={t('holds:review.label')}>
          {question !== null ? (
            <CaptureFieldQuestion question={question} onConfirmed={one.clear} />
          ) : (
            <CaptureForm
              key={hold.id}
              hold={hold}
              typed={typed}
              allowSmaller={merchant?.allowSmallerCapture === true}
              onSubmit={(draft) => one.send(hold, draft)}
            />
          )}
        </Stack>
      )}
      {!reviewing && hold.state === 'open' && <VoidStep hold={hold} />}
      {!reviewing && <LastTry hold={hold} />}
    </div>
  );
}

/** The hold can't be captured any more, so no form takes the focus. */
function Refused({
  hold: refused,
  failure,
  onLeave,
}: {
  readonly hold: Hold;
  /** Null when something else has settled it since its review began. */
  readonly failure: Failure | null;
  readonly onLeave: () => void;
}) {
  const { t } = useText();
  const box = useFocusAtOnce();
  const found = useCall('holds', 'find', { ids: [refused.id] }).data?.[0] ?? refused;
  // Another seat's capture ends while its refusal is read. What was open before the refusal is not open again.
  const hold = found.state === 'open' ? refused : found;
  return (
    <div className={classes.panel} ref={box} tabIndex={-1}>
      <HoldFacts hold={hold} />
      {failure === null || hold.state !== refused.state ? (
        <HoldNote hold={hold} />
      ) : (
        <FailureNotice failure={failure} act="paying" />
      )}
      <KeyButton variant="filled" onClick={onLeave} keys="Escape">
        {t('action.close')}
      </KeyButton>
    </div>
  );
}

/** Focuses what takes the place of a form, in which somebody may be typing. */
function useFocusAtOnce() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => breakInto(box.current), []);
  return box;
}

function Sending({ hold, since }: { readonly hold: Hold; readonly since: number }) {
  const { t } = useText();
  const box = useFocusAtOnce();
  return (
    <div className={classes.panel} ref={box} tabIndex={-1} aria-busy="true">
      <HoldFacts hold={hold} />
      <Callout tone="plain" role="status">
        {t('holds:review.capturing')} <Elapsed since={since} />
      </Callout>
    </div>
  );
}

function LastTry({ hold }: { readonly hold: Hold }) {
  const { t } = useText();
  const { go } = useNavigation();
  const shown = hold.capture ?? hold.authorization;
  const open = (): void => go('history', shown.id);
  useShortcuts({ 'Mod+Shift+H': open });
  return (
    <Stack gap={12}>
      {hold.capture !== null && (
        <p>
          <span className={parts.soft}>
            {t(
              `holds:review.lastTry.${operationFacts(hold.capture.operation).result === 'voided' ? 'void' : 'capture'}`,
            )}
          </span>{' '}
          <Moment at={hold.capture.startedAt} /> <OutcomeBadge attempt={hold.capture} />
        </p>
      )}
      <KeyButton fullWidth onClick={open} keys="Mod+Shift+H">
        {t('holds:review.showPayment')}
      </KeyButton>
    </Stack>
  );
}

/** The button that voids an open hold, or why it can't be voided. */
function VoidStep({ hold }: { readonly hold: Hold }) {
  const { t } = useText();
  const { openLater } = useNavigation();
  const open = (): void => openLater({ operation: 'void', hold });
  const offer = useReversalOffer('void', hold.authorization);
  const name = t('reversals:void.open');
  const run = offer === 'offered' ? open : undefined;
  useActions(t('nav.holds'), [{ name, keys: reversalKeys, said: t('palette:words.refund'), run }]);
  if (offer === 'hidden') return null;
  if (offer !== 'offered') return <p className={parts.note}>{t(`failures:not-offered.${offer}.void`)}</p>;
  return (
    <KeyButton fullWidth icon={IconArrowBackUp} keys={reversalKeys} onClick={open}>
      {name}
    </KeyButton>
  );
}

/** Amount and description of one capture, prefilled. Enter does not send it, F9 does. */
import { textLimits } from '#shared/text-limits.ts';
import { Stack, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState, useMemo } from 'react';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { decimalText, readAmount } from '#shared/payments/money.ts';
import type { CaptureDraft, Attempt } from '#shared/payments/attempt.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from '#renderer/features/holds/holds.module.css';
import { useQueryClient } from '@tanstack/react-query';
import type { Failure } from '#shared/failure.ts';
import { api } from '#renderer/session/api.ts';
import { useNewest } from '#renderer/session/newest-attempts.ts';
import { breakTypingBelow, focusWhatCame } from '#renderer/ui/dialog-keys.ts';

interface TypedCapture {
  readonly amount: string;
  readonly description: string;
}

/** Captures that were typed since the sign-in, by hold. */
export type TypedCaptures = Map<string, TypedCapture>;

function useTyped({ id, authorization }: Hold, typed: TypedCaptures) {
  const [values, setValues] = useState(
    () => typed.get(id) ?? { amount: decimalText(heldAmount(authorization)), description: authorization.description },
  );
  const change = (changed: Partial<TypedCapture>): void => {
    const changedValues = { ...values, ...changed };
    typed.set(id, changedValues);
    setValues(changedValues);
  };
  return { values, change };
}

export function CaptureForm({
  hold,
  allowSmaller,
  typed,
  onSubmit,
}: {
  readonly hold: Hold;
  readonly allowSmaller: boolean;
  readonly typed: TypedCaptures;
  readonly onSubmit: (draft: CaptureDraft) => void;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const { currencySign } = hold.authorization;
  const held = heldAmount(hold.authorization);
  const { values, change } = useTyped(hold, typed);
  const { amount: amountText, description } = values;
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    focusWhatCame(first.current ?? second.current);
    if (document.activeElement === first.current) first.current?.select();
  }, []);

  const read = readAmount(amountText);
  const amount = allowSmaller ? (read !== null && read <= held ? read : null) : held;
  const trimmed = description.trim();
  const descriptionIssue =
    trimmed === ''
      ? t('holds:review.descriptionEmpty')
      : holdsCardNumber(trimmed)
        ? t('charge:issue.card-number-here')
        : null;
  const submit = (): void => {
    setTried(true);
    if (amount === null) first.current?.focus();
    else if (descriptionIssue !== null) second.current?.focus();
    else onSubmit({ holdId: hold.id, amount, description: trimmed });
  };
  useShortcuts({ F9: submit, 'Mod+Enter': submit });

  return (
    <Stack gap={12}>
      {allowSmaller && (
        <TextInput
          ref={first}
          label={t('holds:review.amount')}
          description={t('holds:review.amountUpTo', { amount: money(held, currencySign) })}
          leftSection={currencySign}
          inputMode="decimal"
          maxLength={textLimits.keyedNumber}
          value={amountText}
          onChange={(event) => change({ amount: event.currentTarget.value })}
          error={
            tried && amount === null
              ? read !== null
                ? t('holds:review.amountOver', { amount: money(held, currencySign) })
                : t('holds:review.amountWrong')
              : undefined
          }
        />
      )}
      <TextInput
        ref={second}
        label={t('fields:description.label')}
        description={t('holds:review.descriptionHint')}
        maxLength={paymentFields.description.max}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={tried ? descriptionIssue : null}
      />
      <div className={classes.foot}>
        <KeyButton variant="filled" fullWidth keys="F9" onClick={submit}>
          {t('holds:review.submit', { amount: amount === null ? '' : money(amount, currencySign) }).trim()}
        </KeyButton>
        <p className={parts.note}>{t('holds:review.consequence')}</p>
      </div>
    </Stack>
  );
}

type Capture =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly hold: Hold; readonly since: number }
  | {
      readonly kind: 'answered';
      readonly hold: Hold;
      readonly attempt: Attempt;
      /** Set when the answer came but is not recorded yet. */
      readonly notRecorded: Failure | null;
    }
  | { readonly kind: 'failed'; readonly hold: Hold; readonly failure: Failure };

export type OneCapture = ReturnType<typeof useCapture>;

/** Returns the hold in the state for which its capture was refused. The queue may not know of it, or list it no longer. */
const asRefused = (hold: Hold, failure: Failure): Hold =>
  failure.kind === 'hold-not-open' ? { ...hold, state: failure.state } : hold;

/** State of one capture: submitted, awaited, answered. Sent once, by a person. */
export function useCapture() {
  const client = useQueryClient();
  const [kept, setCapture] = useState<Capture>({ kind: 'none' });
  const attempt = useNewest(kept.kind === 'answered' ? kept.attempt : null);
  const capture = useMemo<Capture>(
    () => (kept.kind === 'answered' && attempt !== null ? { ...kept, attempt } : kept),
    [kept, attempt],
  );
  const send = (hold: Hold, draft: CaptureDraft): void => {
    if (capture.kind === 'sending') return;
    setCapture({ kind: 'sending', hold, since: Date.now() });
    void api.holds.capture(draft).then((result) => {
      breakTypingBelow();
      // Main tells of it within a second, but the next key may come before, and what was under way is not open.
      void client.invalidateQueries({ queryKey: ['holds'] });
      if (result.ok) setCapture({ kind: 'answered', hold, attempt: result.value, notRecorded: null });
      else if (result.failure.kind === 'not-recorded') {
        setCapture({ kind: 'answered', hold, attempt: result.failure.attempt, notRecorded: result.failure });
      } else setCapture({ kind: 'failed', hold: asRefused(hold, result.failure), failure: result.failure });
    });
  };
  return { capture, send, clear: (): void => setCapture({ kind: 'none' }) };
}

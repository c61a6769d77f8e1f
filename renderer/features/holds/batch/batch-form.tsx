/** The last step before a batch: one description for all, and the button. */
import { Stack, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';

export function BatchForm({
  count,
  sendable,
  description,
  onDescription,
  onSubmit,
}: {
  readonly count: number;
  /** Number of holds that can be captured, as far as is known. */
  readonly sendable: number;
  readonly description: string;
  readonly onDescription: (description: string) => void;
  readonly onSubmit: () => void;
}) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const wrong = holdsCardNumber(description);
  const submit = (): void => {
    if (wrong) field.current?.focus();
    else onSubmit();
  };
  useShortcuts({ F9: submit, 'Mod+Enter': submit });
  return (
    <Stack gap={12}>
      <TextInput
        ref={field}
        label={t('holds:batch.description')}
        description={t('holds:batch.descriptionHint')}
        maxLength={paymentFields.description.max}
        value={description}
        error={wrong ? t('holds:batch.cardNumber') : null}
        onChange={(event) => onDescription(event.currentTarget.value)}
      />
      <KeyButton fullWidth keys="F9" onClick={submit}>
        {sendable === count || sendable === 0
          ? t('holds:batch.submit', { count })
          : t('holds:batch.submitSome', { sendable, count })}
      </KeyButton>
      <p className={parts.note}>
        {t('holds:batch.each')} {t('holds:review.consequence')}
      </p>
    </Stack>
  );
}

/** A secret of the key store: that it is there, never what it is; replaced or removed, not shown. */
import { textLimits } from '#shared/text-limits.ts';
import { Button, Input, PasswordInput } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { HeldSecret } from '#shared/seat/merchant.ts';
import { useText } from '#renderer/words/i18n.ts';
import { takeFocus } from '#renderer/ui/dialog-keys.ts';
import type { SecretText } from './secret-values.ts';
import classes from '#renderer/features/settings/settings.module.css';

const besideInput =
  (button: ReactNode) =>
  (input: ReactNode): ReactNode => (
    <div className={classes.secret}>
      {input}
      {button}
    </div>
  );

export function SecretField({
  label,
  hint,
  has,
  removable,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly has: HeldSecret;
  readonly removable: boolean;
  readonly value: SecretText;
  readonly error?: string | undefined;
  readonly onChange: (value: SecretText) => void;
}) {
  const { t } = useText();
  if (value.kind === 'replace') {
    return (
      <PasswordInput
        label={label}
        description={hint}
        spellCheck={false}
        maxLength={textLimits.apiKey}
        value={value.text}
        error={error}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange({ kind: 'replace', text: event.currentTarget.value })}
        inputContainer={besideInput(
          has.set && <Button onClick={() => onChange({ kind: 'keep' })}>{t('settings:fields.keep')}</Button>,
        )}
      />
    );
  }
  return (
    <StoredSecret
      label={label}
      words={has.ending === null ? undefined : t('settings:fields.storedEnding', { ending: has.ending })}
      error={error}
      removed={value.kind === 'remove'}
      onReplace={() => onChange({ kind: 'replace', text: '' })}
      onKeep={() => onChange({ kind: 'keep' })}
      {...(removable ? { onRemove: () => onChange({ kind: 'remove' }) } : {})}
    />
  );
}

/** A secret that the key store has, or that is about to be removed from it. */
export function StoredSecret({
  label,
  words,
  error,
  removed,
  takesFocus = false,
  onReplace,
  onRemove,
  onKeep,
}: {
  readonly label: string;
  /** Says that it is there, where it is no secret. */
  readonly words?: string | undefined;
  readonly error?: ReactNode;
  readonly removed: boolean;
  /** It takes the place of the field that was filled in. */
  readonly takesFocus?: boolean;
  readonly onReplace: () => void;
  readonly onRemove?: () => void;
  readonly onKeep: () => void;
}) {
  const { t } = useText();
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div className={classes.stored} role="group" aria-label={label}>
        {removed ? <IconTrash size={18} aria-hidden /> : <IconKey size={18} aria-hidden />}
        <span>{removed ? t('settings:fields.willRemove') : (words ?? t('settings:fields.stored'))}</span>
        {removed ? (
          <Button size="compact-md" onClick={onKeep}>
            {t('settings:fields.keep')}
          </Button>
        ) : (
          <>
            <Button ref={takesFocus ? takeFocus : undefined} size="compact-md" onClick={onReplace}>
              {t('history:views.replace')}
            </Button>
            {onRemove !== undefined && (
              <Button size="compact-md" onClick={onRemove}>
                {t('settings:remove')}
              </Button>
            )}
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}

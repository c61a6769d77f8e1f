/** Two fields for a new passcode, with their errors. */
import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { isGoodPasscode, isLongEnough, passcodeLimits } from '#shared/seat/operators.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';

export interface NewPasscode {
  readonly text: string;
  readonly repeated: string;
}

export const noPasscode: NewPasscode = { text: '', repeated: '' };

export const isComplete = ({ text, repeated }: NewPasscode): boolean => isGoodPasscode(text) && text === repeated;

/** Returns the error of a passcode in words; null when it is accepted. */
export function passcodeIssue(t: Translate, text: string): string | null {
  if (isGoodPasscode(text)) return null;
  return t(isLongEnough(text) ? 'signIn:tooEasy' : 'signIn:tooShort');
}

export function NewPasscodeFields({
  value,
  tried,
  label,
  first,
  onChange,
}: {
  readonly value: NewPasscode;
  readonly tried: boolean;
  readonly label?: string;
  /** Ref of the first field. */
  readonly first?: RefObject<HTMLInputElement | null>;
  readonly onChange: (value: NewPasscode) => void;
}) {
  const { t } = useText();
  const issue = passcodeIssue(t, value.text);
  const shared = { maxLength: passcodeLimits.max, autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextInput
        type="password"
        {...shared}
        label={label ?? t('signIn:next')}
        description={t('signIn:nextHint')}
        ref={first}
        value={value.text}
        error={tried && issue !== null ? issue : undefined}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
      />
      <TextInput
        type="password"
        {...shared}
        label={t('signIn:repeat')}
        value={value.repeated}
        error={tried && issue === null && value.text !== value.repeated ? t('signIn:differs') : undefined}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
      />
    </>
  );
}

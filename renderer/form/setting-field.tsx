/** One labelled field of a form, of the kind that its value asks for. */
import { Checkbox, NativeSelect, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { SettingKind, SettingRow } from './keyed-values.ts';
import parts from '#renderer/ui/parts.module.css';

const keyboards: Readonly<Partial<Record<SettingKind, 'numeric' | 'decimal'>>> = {
  whole: 'numeric',
  amount: 'decimal',
};

export function SettingField({
  row,
  kind,
  value,
  error,
  longest,
  disabled = false,
  onChange,
}: {
  readonly row: Pick<SettingRow, 'label' | 'hint' | 'placeholder' | 'options'>;
  readonly kind: SettingKind;
  readonly value: string | boolean;
  readonly error: string | undefined;
  /** Most characters. */
  readonly longest: number;
  readonly disabled?: boolean;
  readonly onChange: (value: string | boolean) => void;
}) {
  const { label, hint: description, placeholder = '', options = [] } = row;
  const named = { label, description, error, disabled };
  const text = {
    ...named,
    placeholder,
    value: String(value),
    spellCheck: false,
    classNames: { input: disabled ? (parts.fixed ?? '') : '' },
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  switch (kind) {
    case 'check':
      return (
        <Checkbox
          {...named}
          className={parts.whole ?? ''}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return options.some((option) => option.description !== undefined) ? (
        <Radio.Group {...named} className={parts.whole ?? ''} value={String(value)} onChange={onChange}>
          <Stack gap={8} pt={4}>
            {options.map((option) => (
              <Radio key={option.value} {...option} disabled={disabled} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <NativeSelect
          {...named}
          value={String(value)}
          data={[...options]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'lines':
      return <Textarea {...text} autosize minRows={3} maxRows={8} maxLength={longest} />;
    case 'secret':
      return <PasswordInput {...text} aria-invalid={error !== undefined} maxLength={longest} />;
    case 'passcode':
      return <TextInput {...text} type="password" maxLength={longest} />;
    default:
      return <TextInput {...text} inputMode={keyboards[kind]} maxLength={longest} />;
  }
}

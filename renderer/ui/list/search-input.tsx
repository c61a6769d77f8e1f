/** A field for a searched text, with a button that clears it. */
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';

export function SearchInput({
  clear,
  maxLength,
  text,
  onText,
  ...field
}: Omit<TextInputProps, 'value' | 'onChange' | 'leftSection' | 'rightSection'> & {
  readonly ref?: Ref<HTMLInputElement>;
  /** Name of the button that clears the text. */
  readonly clear: string;
  readonly maxLength: number;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <TextInput
      {...field}
      maxLength={maxLength}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={clear} onClick={() => onText('')} />}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

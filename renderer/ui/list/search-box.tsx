/** The search box of a list. Ctrl+F and the slash lead to it, its arrows and Enter to the list. */
import { useEffect, useEffectEvent, type RefObject, useState, type Ref } from 'react';
import { isTextField, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import classes from './list-screen.module.css';
import { useDebouncedValue } from '@mantine/hooks';
import { seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { useText } from '#renderer/words/i18n.ts';
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

export interface SearchBoxProps {
  readonly boxRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
  /** Fields that are searched, behind the box. */
  readonly covers?: string;
  /** Name of the button that clears the text. */
  readonly clear: string;
  readonly maxLength: number;
  readonly text: string;
  /** Why the text is not searched for. */
  readonly hint: string | undefined;
  readonly onText: (text: string) => void;
}

export function SearchBox({
  boxRef,
  label,
  placeholder,
  covers,
  clear,
  maxLength,
  text,
  hint,
  onText,
  onLeave,
}: SearchBoxProps & { readonly onLeave: () => void }) {
  const find = (): void => boxRef.current?.select();
  useShortcuts({ 'Mod+F': find });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Not a shortcut: the slash has no twin, and Shift is part of it on some keyboards.
    if (event.key !== '/' || event.defaultPrevented || isTextField(event.target)) return;
    event.preventDefault();
    find();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <SearchInput
      ref={boxRef}
      className={classes.search}
      aria-label={label}
      placeholder={placeholder}
      title={covers}
      clear={clear}
      maxLength={maxLength}
      error={hint}
      text={text}
      onText={onText}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') onText('');
        else if (['Escape', 'ArrowDown', 'Enter'].includes(event.key)) {
          event.preventDefault();
          onLeave();
        }
      }}
    />
  );
}

/** @param wait time without a key before a search, in ms */
export function useSearchText(text: string, wait: number) {
  const { t } = useText();
  const refused = seeksCardNumber(text);
  const [allowed, setAllowed] = useState(text);
  if (!refused && allowed !== text) setAllowed(text);
  const [sought] = useDebouncedValue(allowed, wait);
  return {
    /** The last text that may be searched for. A card number, or the beginning of one, never becomes part of it. */
    sought,
    /** Shown at the box while its text is not searched for. */
    hint: refused ? t('searchByCard') : undefined,
  };
}

/** A field for a searched text, with a button that clears it. */
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

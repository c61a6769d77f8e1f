/** The search box of a list. Ctrl+F, the slash and a name typed at once lead to it, its arrows and Enter to the list. */
import { useRef, type RefObject, useState, type Ref } from 'react';
import { isTextField, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { beforeNextKey, pause } from '#renderer/ui/typing.ts';
import classes from './list-screen.module.css';
import { useDebouncedValue, useMergedRef, useWindowEvent } from '@mantine/hooks';
import { searchHoldsCard } from '#shared/texts/text-kinds.ts';
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

const isInMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"], [role="dialog"]') !== null;

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
  /** Letters just pressed that acted as keys of the list. A name may begin with them. */
  const acted = useRef({ letters: '', at: 0 });
  useWindowEvent('keydown', (event) => {
    const { key, target, timeStamp: at } = event;
    const inField = isTextField(target);
    // A key of the list may have led to a field that takes no words, such as that of a date.
    const before = inField || at - acted.current.at < pause ? acted.current.letters : '';
    acted.current = { letters: '', at };
    // Not a shortcut: the slash has no twin, and Shift is part of it on some keyboards. No choice and no search begins with one.
    const leads = !inField || target instanceof HTMLSelectElement || (target === boxRef.current && text === '');
    if (key === '/' && !event.defaultPrevented && leads) {
      event.preventDefault();
      find();
    }
    if (event.isComposing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^[\p{L}\d]$/u.test(key) || isInMenu(target)) return;
    if (event.defaultPrevented) acted.current.letters = before + key;
    else if (
      !inField ||
      (before !== '' && target instanceof HTMLInputElement && target.value === '' && /\D/.test(key))
    ) {
      event.preventDefault();
      boxRef.current?.focus();
      beforeNextKey(() => onText(before + key));
    }
  });
  useWindowEvent('pointerdown', () => {
    acted.current = { letters: '', at: 0 };
  });
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
  const refused = searchHoldsCard(text);
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
  ref,
  clear,
  maxLength,
  text,
  onText,
  ...field
}: Omit<TextInputProps, 'value' | 'onChange' | 'leftSection' | 'rightSection'> &
  Pick<SearchBoxProps, 'clear' | 'maxLength' | 'text' | 'onText'> & { readonly ref?: Ref<HTMLInputElement> }) {
  const own = useRef<HTMLInputElement>(null);
  // The button goes with the text, and what is typed next is another one.
  const clearText = (): void => {
    own.current?.focus();
    onText('');
  };
  return (
    <TextInput
      {...field}
      ref={useMergedRef(own, ref)}
      maxLength={maxLength}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={clear} onClick={clearText} />}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

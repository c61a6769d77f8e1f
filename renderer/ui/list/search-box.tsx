/** The search box of a list. Ctrl+F and the slash lead to it, its arrows and Enter to the list. */
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { isTextField, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { SearchInput } from './search-input.tsx';
import classes from './list-screen.module.css';

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

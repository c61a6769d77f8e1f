/** Keyboard shortcuts of a whole screen, and their hints on the buttons. */
import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useEffectEvent, useLayoutEffect, type ComponentProps } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import classes from './shortcuts.module.css';

/** `F8`, `Escape`, `Mod+Enter`: Mod is Ctrl, or Command on macOS. */
export type Keys = string;

/** Keys with the same effect as an F-key, for keyboards that need Fn for those. A key that is missing here has no twin. */
export const twins: Readonly<Record<Keys, Keys>> = {
  F1: '?',
  F2: 'Mod+N',
  F3: 'Mod+B',
  F4: 'Mod+R',
  F5: 'Mod+J',
  F7: 'Mod+D',
  F8: 'Mod+T',
  F9: 'Mod+Enter',
  F10: 'Mod+U',
};

/** True where a key that writes a character is typed. */
export const isTextField = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox') ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** True when the event is these keys or their twin. A key that writes a character acts only outside of text fields. */
export function matchesKeys(event: KeyboardEvent, keys: Keys): boolean {
  const twin = twins[keys];
  return [keys, ...(twin === undefined ? [] : [twin])].some(
    (one) => matches(event, one) && !(one.length === 1 && isTextField(event.target)),
  );
}

function matches(event: KeyboardEvent, keys: Keys): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const wantsMod = parts.includes('Mod');
  const wantsAlt = parts.includes('Alt');
  const wantsShift = parts.includes('Shift');
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === wantsMod &&
    event.altKey === wantsAlt &&
    // Layouts differ in whether `?` needs Shift.
    (event.shiftKey === wantsShift || key === '?')
  );
}

/** Listens for keys anywhere in the window from before the page is drawn, so that no key is lost. */
export function useWindowKeys(listener: (event: KeyboardEvent) => void, capture = false): void {
  const onKey = useEffectEvent(listener);
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, { capture });
    return () => window.removeEventListener('keydown', onKey, { capture });
  }, [capture]);
}

/** Acts on keys anywhere in the window while the component is mounted. A key held down acts once. */
export function useShortcuts(actions: Readonly<Record<Keys, (() => void) | undefined>>): void {
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    for (const [keys, act] of Object.entries(actions)) {
      if (act === undefined || !matchesKeys(event, keys)) continue;
      event.preventDefault();
      if (!event.repeat) act();
      return;
    }
  });
}

const isMac = navigator.userAgent.includes('Mac');
const keySymbols: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Shift: isMac ? '⇧' : 'Shift',
  Escape: 'Esc',
  Enter: '↵',
  Backspace: '⌫',
};

/**
 * Shows a key on a button. Hidden from assistive technology, because the button names its action itself;
 * `spoken` in a table of keys, which shows them as they are.
 */
export function KeyHint({ keys, spoken = false }: { readonly keys: Keys; readonly spoken?: boolean }) {
  const { t } = useText();
  // Macs need Fn for F-keys, so the twin is shown there.
  const shown = isMac && !spoken ? (twins[keys] ?? keys) : keys;
  const text = shown
    .split('+')
    .map((part) => (part === 'Space' ? t('key.space') : (keySymbols[part] ?? part)))
    .join(isMac ? '' : '+');
  return (
    <kbd className={classes.hint} aria-hidden={!spoken}>
      {text}
    </kbd>
  );
}

/** A button with the icon of its action, and the key that does the same. */
export function KeyButton({
  icon: ActionIcon,
  keys,
  ...button
}: ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { readonly icon?: Icon; readonly keys?: Keys | undefined }) {
  return (
    <Button
      leftSection={ActionIcon && <ActionIcon size={18} aria-hidden />}
      rightSection={keys !== undefined && <KeyHint keys={keys} />}
      {...button}
    />
  );
}

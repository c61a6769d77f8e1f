/** Keyboard shortcuts of a whole screen, and their hints on the buttons. */
import { useEffect, useEffectEvent } from 'react';
import classes from './shortcuts.module.css';

/** `F8`, `Escape`, `Mod+Enter`: Mod is Ctrl, or Command on macOS. */
export type Keys = string;

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
    event.shiftKey === wantsShift
  );
}

/** Listens for keys anywhere in the window while the component is mounted. A key held down acts once. */
export function useShortcuts(actions: Readonly<Record<Keys, (() => void) | undefined>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    for (const [keys, act] of Object.entries(actions)) {
      if (act === undefined || !matches(event, keys)) continue;
      event.preventDefault();
      if (!event.repeat) act();
      return;
    }
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const isMac = navigator.userAgent.includes('Mac');
const keySymbols: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Shift: isMac ? '⇧' : 'Shift',
  Escape: 'Esc',
  Enter: '↵',
};

/** Shows a key on a button. Hidden from assistive technology, because the button names its action itself. */
export function KeyHint({ keys }: { readonly keys: Keys }) {
  const text = keys
    .split('+')
    .map((part) => keySymbols[part] ?? part)
    .join(isMac ? '' : '+');
  return (
    <kbd className={classes.hint} aria-hidden="true">
      {text}
    </kbd>
  );
}

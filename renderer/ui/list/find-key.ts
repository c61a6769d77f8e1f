/** Keys that focus a screen's search box: Ctrl+F anywhere, and the slash outside of text fields. */
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';

const typing = 'input, textarea, select, [contenteditable]';

export function useFindKey(box: RefObject<HTMLInputElement | null>): void {
  const find = (): void => box.current?.select();
  useShortcuts({ 'Mod+F': find });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.matches(typing)) return;
    event.preventDefault();
    find();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

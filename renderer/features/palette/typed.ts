/** Holds what is typed into the palette, before and after its code has loaded. */
import { matchesKeys } from '#renderer/ui/shortcuts.tsx';

/** Key that prints the receipt of a payment at once. */
export const secondKeys = 'Mod+P';

export interface Typed {
  readonly text: string;
  /** Place of the marked entry. It may lie behind the last one. */
  readonly index: number;
  /** Key that acts on the marked entry, once the entries of this text are known; `none` once that has no receipt. */
  readonly key: 'first' | 'second' | 'none' | null;
}

export const nothingTyped: Typed = { text: '', index: 0, key: null };

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Applies a key that writes no text. Returns null for a key that the palette does not handle. */
export function afterKey(typed: Typed, event: KeyboardEvent): Typed | null {
  if (matchesKeys(event, secondKeys)) return { ...typed, key: 'second' };
  const step = steps[event.key];
  if (step !== undefined) return { ...typed, index: Math.max(0, typed.index + step), key: null };
  return event.key === 'Enter' && !event.isComposing ? { ...typed, key: 'first' } : null;
}

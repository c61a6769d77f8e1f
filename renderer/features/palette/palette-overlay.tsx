/** Opens the palette, which is read when it is first needed. What is typed meanwhile goes into it, and not into the form below. */
import { useLayoutEffect, useRef, useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { handFocusOn } from '#renderer/ui/dialog-keys.ts';
import { later } from '#renderer/ui/later.tsx';
import { useText } from '#renderer/words/i18n.ts';
import type { PaletteGroup } from './use-palette-entries.ts';
import type { PaletteProps } from './palette.tsx';
import { afterKey, nothingTyped, type Typed } from './typed.ts';
import classes from './palette.module.css';

const Palette = later(() => import('./palette.tsx'), 'Palette', TypedAhead);

export function PaletteOverlay({
  only,
  onClose,
}: {
  /** Offers this group alone; null for everything. */
  readonly only: PaletteGroup | null;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState<Typed>(nothingTyped);
  return <Palette only={only} typed={typed} onTyped={setTyped} onClose={onClose} />;
}

function TypedAhead({ typed, onTyped, onClose }: PaletteProps) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const origin = document.activeElement;
    field.current?.focus();
    return () => handFocusOn(origin);
  }, []);
  return (
    <input
      ref={field}
      className={classes.ahead}
      aria-label={t('palette:label')}
      maxLength={textLimits.search}
      value={typed.text}
      onChange={(event) => onTyped({ ...nothingTyped, text: event.currentTarget.value })}
      onKeyDown={(event) => {
        // The keys of the screen behind wait.
        event.stopPropagation();
        const next = afterKey(typed, event.nativeEvent);
        if (next === null && event.key !== 'Escape') return;
        event.preventDefault();
        if (next === null) onClose();
        else onTyped(next);
      }}
    />
  );
}

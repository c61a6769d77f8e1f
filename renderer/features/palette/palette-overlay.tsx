/** Opens the palette, which is read when it is first needed. What is typed meanwhile goes into it, and not into the form below. */
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { readLaterTexts, shownLanguage, useText } from '#renderer/words/i18n.ts';
import type { PaletteGroup } from './palette-entries.ts';
import classes from './palette.module.css';

/** Reads the palette and the texts of what it offers. */
export const readPalette = () => readLaterTexts(shownLanguage()).then(() => import('./palette.tsx'));

const Palette = lazy(() => readPalette().then((module) => ({ default: module.Palette })));

export function PaletteOverlay({
  only,
  onClose,
}: {
  /** Offers this group alone; null for everything. */
  readonly only: PaletteGroup | null;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <Suspense fallback={<TypedAhead text={typed} onType={setTyped} />}>
      <Palette only={only} typed={typed} onClose={onClose} />
    </Suspense>
  );
}

function TypedAhead({ text, onType }: { readonly text: string; readonly onType: (text: string) => void }) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      className={classes.ahead}
      aria-label={t('palette:label')}
      maxLength={textLimits.search}
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
      // The keys of the screen behind wait.
      onKeyDown={(event) => event.stopPropagation()}
    />
  );
}

/** Answers an act that did nothing, and says why. Each further act is announced anew. */
import { useState } from 'react';
import { Callout } from '#renderer/ui/parts.tsx';
import { Group } from '@mantine/core';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { useFormats, type Formats } from '#renderer/words/formats.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';

/** Writes an answer in the language that is shown now. */
export type QueueWords = (t: Translate, formats: Formats) => string;

interface Said {
  /** Null for the reason why no review begins, as long as there is one. */
  readonly words: QueueWords | null;
  /** Tells two acts with the same answer apart. */
  readonly number: number;
}

/** Answers the key that sends, before a review. */
export const reviewFirst: QueueWords = (t) => t('holds:review.first');

/** Returns the last answer, and the functions that give and withdraw one. */
export function useSaid(): {
  readonly said: Said | null;
  readonly say: (words: QueueWords | null) => void;
  readonly hush: () => void;
} {
  const [said, setSaid] = useState<Said | null>(null);
  return {
    said,
    say: (words) => setSaid((before) => ({ words, number: (before?.number ?? 0) + 1 })),
    hush: () => setSaid(null),
  };
}

/** @param why the reason why no review begins; null for none */
export function QueueNotice({ said, why }: { readonly said: Said; readonly why: string | null }) {
  const { t } = useText();
  const formats = useFormats();
  const text = said.words?.(t, formats) ?? why;
  if (text === null) return null;
  return (
    <Callout tone="plain" key={said.number} role="alert">
      {text}
    </Callout>
  );
}

const keys = [
  { keys: ['↑', '↓'], does: 'holds:keys.move' },
  { keys: ['Space'], does: 'holds:keys.select' },
  { keys: ['Mod+A'], does: 'holds:keys.all' },
  { keys: ['Enter'], does: 'holds:keys.review' },
  { keys: ['/'], does: 'holds:keys.filter' },
] as const;

/** Lists the keyboard shortcuts of the queue, below it. */
export function QueueKeys() {
  const { t } = useText();
  return (
    <Group component="p" className={parts.note} gap="4px 16px" role="note" aria-label={t('holds:keys.label')}>
      {keys.map((entry) => (
        <span key={entry.does} className={parts.badge}>
          {entry.keys.map((key) => (
            <KeyHint key={key} keys={key} />
          ))}
          {t(entry.does)}
        </span>
      ))}
    </Group>
  );
}

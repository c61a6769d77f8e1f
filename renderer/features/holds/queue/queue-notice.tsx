/** Answers an act that did nothing, and says why. Each further act is announced anew. */
import { useState } from 'react';
import { Callout } from '#renderer/ui/parts.tsx';

export interface Said {
  /** Null for the reason why no review begins, as long as there is one. */
  readonly text: string | null;
  /** Tells two acts with the same answer apart. */
  readonly number: number;
}

/** Returns the last answer, and the functions that give and withdraw one. */
export function useSaid(): {
  readonly said: Said | null;
  readonly say: (text: string | null) => void;
  readonly hush: () => void;
} {
  const [said, setSaid] = useState<Said | null>(null);
  return {
    said,
    say: (text) => setSaid((before) => ({ text, number: (before?.number ?? 0) + 1 })),
    hush: () => setSaid(null),
  };
}

/** @param why the reason why no review begins; null for none */
export function QueueNotice({ said, why }: { readonly said: Said; readonly why: string | null }) {
  const text = said.text ?? why;
  if (text === null) return null;
  return (
    <Callout tone="plain" key={said.number} role="alert">
      {text}
    </Callout>
  );
}

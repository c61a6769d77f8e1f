/** Answers an act that did nothing, and says why. Each further act is announced anew. */
import { useState } from 'react';
import { Callout } from '#renderer/ui/parts.tsx';

export interface Said {
  readonly text: string;
  /** Tells two acts with the same answer apart. */
  readonly number: number;
}

/** Returns the last answer, and the functions that give and withdraw one. */
export function useSaid(): {
  readonly said: Said | null;
  readonly say: (text: string) => void;
  readonly hush: () => void;
} {
  const [said, setSaid] = useState<Said | null>(null);
  return {
    said,
    say: (text) => setSaid((before) => ({ text, number: (before?.number ?? 0) + 1 })),
    hush: () => setSaid(null),
  };
}

export function QueueNotice({ said }: { readonly said: Said }) {
  return (
    <Callout tone="plain" key={said.number} role="alert">
      {said.text}
    </Callout>
  );
}

/** Answers an act that did nothing, and says why. Each further act is announced anew. */
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '#renderer/features/holds/holds.module.css';

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
    <p className={classes.callout} key={said.number} role="alert">
      <IconInfoCircle size={18} aria-hidden />
      {said.text}
    </p>
  );
}

/** State of one request about an earlier payment: asked for, awaited, answered. Sent once, by a person. Outlasts a lock of the seat. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Failure, Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Action } from '#renderer/session/api.ts';
import { useNewest } from '#renderer/session/newest-attempts.ts';

export interface RequestState<Draft> {
  /** Recorded attempt; null until there is an answer. */
  readonly attempt: Attempt | null;
  readonly failure: Failure | null;
  /** Epoch ms since which it is under way; null while it is not. */
  readonly since: number | null;
  /** Sends the draft, unless one is under way or answered already. A draft that becomes null sends nothing. */
  readonly send: (draft: () => Draft | Promise<Draft | null>) => void;
}

export function useLaterRequest<Draft>({ perform }: Action<Draft, Attempt>): RequestState<Draft> {
  const client = useQueryClient();
  const [since, setSince] = useState<number | null>(null);
  const [result, setResult] = useState<Result<Attempt> | null>(null);
  // Set in the turn of the key, because a second press may come before the page is drawn.
  const isSent = useRef(false);
  const failure = result?.ok === false ? result.failure : null;
  const attempt = useNewest(
    result?.ok === true ? result.value : failure?.kind === 'not-recorded' ? failure.attempt : null,
  );
  const sendOnce = async (draft: () => Draft | Promise<Draft | null>): Promise<void> => {
    isSent.current = true;
    setSince(Date.now());
    const made = await draft();
    if (made !== null) {
      setResult(null);
      const answer = await perform(made);
      setResult(answer);
      // Main tells of it within a second, but the next key may come before, and what was under way is not open.
      void client.invalidateQueries({ queryKey: ['holds'] });
      void client.invalidateQueries({ queryKey: ['history', 'show'] });
      if (answer.ok) return;
    }
    isSent.current = false;
    setSince(null);
  };
  return {
    attempt,
    failure,
    since: attempt === null ? since : null,
    send: (draft) => {
      if (!isSent.current) void sendOnce(draft);
    },
  };
}

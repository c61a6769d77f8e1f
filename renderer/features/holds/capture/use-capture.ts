/** State of one capture: submitted, awaited, answered. Sent once, by a person. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Hold } from '#shared/ledger/holds.ts';
import type { CaptureDraft, Attempt } from '#shared/payments/attempt.ts';
import { api } from '#renderer/session/api.ts';
import { useNewest } from '#renderer/session/newest-attempts.ts';

type Capture =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly hold: Hold; readonly since: number }
  | {
      readonly kind: 'answered';
      readonly hold: Hold;
      readonly attempt: Attempt;
      /** Set when the answer came but is not recorded yet. */
      readonly notRecorded: Failure | null;
    }
  | { readonly kind: 'failed'; readonly hold: Hold; readonly failure: Failure };

export type OneCapture = ReturnType<typeof useCapture>;

/** Returns the hold in the state for which its capture was refused. The queue may not know of it, or list it no longer. */
const asRefused = (hold: Hold, failure: Failure): Hold =>
  failure.kind === 'hold-not-open' ? { ...hold, state: failure.state } : hold;

export function useCapture() {
  const client = useQueryClient();
  const [kept, setCapture] = useState<Capture>({ kind: 'none' });
  const attempt = useNewest(kept.kind === 'answered' ? kept.attempt : null);
  const capture = useMemo<Capture>(
    () => (kept.kind === 'answered' && attempt !== null ? { ...kept, attempt } : kept),
    [kept, attempt],
  );
  const send = (hold: Hold, draft: CaptureDraft): void => {
    if (capture.kind === 'sending') return;
    setCapture({ kind: 'sending', hold, since: Date.now() });
    void api.holds.capture(draft).then((result) => {
      // Main tells of it within a second, but the next key may come before, and what was under way is not open.
      void client.invalidateQueries({ queryKey: ['holds'] });
      if (result.ok) setCapture({ kind: 'answered', hold, attempt: result.value, notRecorded: null });
      else if (result.failure.kind === 'not-recorded') {
        setCapture({ kind: 'answered', hold, attempt: result.failure.attempt, notRecorded: result.failure });
      } else setCapture({ kind: 'failed', hold: asRefused(hold, result.failure), failure: result.failure });
    });
  };
  return { capture, send, clear: (): void => setCapture({ kind: 'none' }) };
}

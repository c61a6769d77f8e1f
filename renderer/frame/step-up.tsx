/** Answers every action that needs a supervisor's passcode with one dialog over the frame. */
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { later } from '#renderer/ui/later.tsx';
import { CoveredContext, StepUpContext, type StepUpNeeded } from '#renderer/session/step-up.ts';

const StepUpDialog = later(() =>
  import('#renderer/ui/passcode/step-up-dialog.tsx').then((module) => module.StepUpDialog),
);

interface Asked {
  readonly needed: StepUpNeeded;
  readonly answer: (approvalId: string | null) => void;
}

/**
 * Stands around the frame, which is hidden while the seat is locked and renders late then: the dialog must go with the lock itself.
 * @param operator name of the operator who works here; null while nobody does
 */
export function StepUp({ operator, children }: { readonly operator: string | null; readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Asked | null>(null);
  const working = useRef(false);
  const close = useCallback((approvalId: string | null): void => {
    open.current?.answer(approvalId);
    open.current = null;
    setAsked(null);
  }, []);
  const ask = useCallback(
    (needed: StepUpNeeded) =>
      new Promise<string | null>((resolve) => {
        // One question at a time: a second action waits for nobody and is refused.
        if (open.current !== null || !working.current) return resolve(null);
        open.current = { needed, answer: resolve };
        setAsked(open.current);
      }),
    [],
  );
  useLayoutEffect(() => {
    working.current = operator !== null;
    // Drops what the action was about to send.
    return () => close(null);
  }, [operator, close]);
  return (
    <StepUpContext value={ask}>
      <CoveredContext value={asked !== null}>{children}</CoveredContext>
      {asked !== null && operator !== null && (
        <StepUpDialog
          needed={asked.needed}
          ownName={asked.needed.own ? operator : null}
          onApproved={close}
          onCancel={() => close(null)}
        />
      )}
    </StepUpContext>
  );
}

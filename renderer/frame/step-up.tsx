/** Answers every action that needs a supervisor's passcode with one dialog over the frame. */
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { later } from '#renderer/ui/later.tsx';
import { StepUpContext, type StepUpNeeded } from '#renderer/session/step-up.ts';

const StepUpDialog = later(() =>
  import('#renderer/ui/passcode/step-up-dialog.tsx').then((module) => module.StepUpDialog),
);

interface Asked {
  readonly needed: StepUpNeeded;
  readonly answer: (approvalId: string | null) => void;
}

export function StepUp({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Asked | null>(null);
  const put = useCallback((next: Asked | null): void => {
    open.current = next;
    setAsked(next);
  }, []);
  const ask = useCallback(
    (needed: StepUpNeeded) =>
      new Promise<string | null>((resolve) => {
        // One question at a time: a second action waits for nobody and is refused.
        if (open.current !== null) resolve(null);
        else put({ needed, answer: resolve });
      }),
    [put],
  );
  const close = (approvalId: string | null): void => {
    asked?.answer(approvalId);
    put(null);
  };
  // Runs when the seat locks as well: what the action was about to send is dropped.
  useEffect(
    () => () => {
      open.current?.answer(null);
      put(null);
    },
    [put],
  );
  return (
    <StepUpContext value={ask}>
      {children}
      {asked !== null && <StepUpDialog needed={asked.needed} onApproved={close} onCancel={() => close(null)} />}
    </StepUpContext>
  );
}

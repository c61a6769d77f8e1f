/** Says why what was reviewed was not captured, and comes into view once the field below it has taken the focus and scrolled. */
import { useEffect, useRef, type ComponentProps } from 'react';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';

export function RefusedNotice(notice: Omit<ComponentProps<typeof FailureNotice>, 'act'>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <FailureNotice act="paying" {...notice} />
    </div>
  );
}

/** Lets a form wait for the files that its fields are still reading. */
import { createContext, useEffect, useMemo, useRef, useState } from 'react';

export interface FileReads {
  /** Counts a read until the returned function is called. */
  begin(): () => void;
}

export const FileReadsContext = createContext<FileReads>({ begin: () => () => undefined });

/**
 * Holds a submit back until every chosen file is read, because a form submitted in between would miss its file.
 * @param submit called with the state after the last read
 */
export function useFileReads(submit: () => void): { readonly reads: FileReads; readonly submit: () => void } {
  const pending = useRef(0);
  const wanted = useRef(false);
  const [, setEnded] = useState(0);
  const reads = useMemo(
    (): FileReads => ({
      begin() {
        pending.current += 1;
        return () => {
          pending.current -= 1;
          setEnded((count) => count + 1);
        };
      },
    }),
    [],
  );
  useEffect(() => {
    if (!wanted.current || pending.current > 0) return;
    wanted.current = false;
    submit();
  });
  return {
    reads,
    submit: () => {
      if (pending.current === 0) submit();
      else wanted.current = true;
    },
  };
}

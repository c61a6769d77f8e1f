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
  const begun = useRef(0);
  const [ended, setEnded] = useState(0);
  /** Reads whose content is in the state that `submit` sees. A read that has just ended is not, until the next render. */
  const seen = useRef(0);
  const wanted = useRef(false);
  const reads = useMemo(
    (): FileReads => ({
      begin() {
        begun.current += 1;
        return () => setEnded((count) => count + 1);
      },
    }),
    [],
  );
  useEffect(() => {
    seen.current = ended;
    if (!wanted.current || seen.current < begun.current) return;
    wanted.current = false;
    submit();
  });
  return {
    reads,
    submit: () => {
      if (seen.current === begun.current) submit();
      else wanted.current = true;
    },
  };
}

/** Keeps the text of a field out of the clipboard and of other windows. Pasting and dropping into it still work. */
import { VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useText } from '#renderer/words/i18n.ts';

type Stop = (event: SyntheticEvent) => void;

export interface NoCopy {
  /** Handlers of the field. */
  readonly handlers: {
    readonly onCopy: Stop;
    readonly onCut: Stop;
    readonly onDragStart: Stop;
    readonly onContextMenu: Stop;
  };
  /** Tells a screen reader why nothing was copied. Belongs beside the field. */
  readonly hint: ReactNode;
}

export function useNoCopy(): NoCopy {
  const { t } = useText();
  const [stopped, setStopped] = useState(0);
  const stop: Stop = (event) => {
    event.preventDefault();
    setStopped((before) => before + 1);
  };
  return {
    handlers: { onCopy: stop, onCut: stop, onDragStart: stop, onContextMenu: stop },
    hint: (
      <VisuallyHidden role="status">
        {/* A new element each time, so that it is said each time. */}
        {stopped > 0 && <span key={stopped}>{t('charge:notCopied')}</span>}
      </VisuallyHidden>
    ),
  };
}

/** Asks what becomes of the typed values, because another merchant is in use than they were typed for. */
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useSession } from '#renderer/session/session.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import classes from './result-view.module.css';
import type { MerchantMove } from './use-merchant-move.ts';

/** Stands in place of the form. Enter and Escape start empty, so that nothing is carried over by accident. */
export function MerchantQuestion({ move, before }: { readonly move: MerchantMove; readonly before: string }) {
  const { t } = useText();
  const merchant = useSession().merchant.merchant.name;
  const empty = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => empty.current?.focus(), []);
  useShortcuts({ Escape: move.startEmpty });
  return (
    <div
      className={classes.result}
      role="alertdialog"
      aria-labelledby="charge-merchant-question"
      aria-describedby="charge-merchant-question-body"
    >
      <h2 className={classes.question} id="charge-merchant-question">
        {t('charge:move.title', { merchant })}
      </h2>
      <p id="charge-merchant-question-body">{t('charge:move.body', { merchant, before })}</p>
      <div className={classes.buttons}>
        <KeyButton ref={empty} keys="Escape" onClick={move.startEmpty}>
          {t('charge:move.empty')}
        </KeyButton>
        <Button variant="default" onClick={move.keep}>
          {t('charge:move.keep')}
        </Button>
      </div>
    </div>
  );
}

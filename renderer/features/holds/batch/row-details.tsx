/** The chosen row of a batch in full: who, what happened to the money, why, and the references. */
import { Stack } from '@mantine/core';
import { rowAmount, captureReference, holdReference, signOf } from '#shared/ledger/batch-results.ts';
import type { BatchRow } from '#shared/ledger/holds.ts';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { cardWords } from '#shared/words/card-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { rowName, rowWords } from '#shared/words/row-words.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './batch.module.css';
import parts from '#renderer/ui/parts.module.css';

export function RowDetails({ row, onOpen }: { readonly row: BatchRow; readonly onOpen: () => void }) {
  const { t } = useText();
  const formats = useFormats();
  const words = rowWords(t, formats, row);
  const references = [
    ['reference', captureReference(row)],
    ['holdReference', holdReference(row)],
  ] as const;
  return (
    <section className={classes.details} aria-label={t('holds:batch.row')}>
      <Stack gap={2}>
        <p className={parts.strong}>{rowName(t, row)}</p>
        <p className={parts.soft}>
          {[
            row.authorization === null ? null : cardWords(t, row.authorization.card),
            formats.money(rowAmount(row), signOf(row)),
            row.authorization === null ? null : formats.day(row.authorization.startedAt),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
        <p className={parts.strong}>{words.title}</p>
        {words.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {words.next !== null && <p>{words.next}</p>}
      </Stack>
      <Stack gap={12}>
        <dl>
          {references.map(([key, reference]) =>
            reference === null ? null : (
              <div key={key}>
                <dt className={parts.note}>{t(`holds:batch.${key}`)}</dt>
                <dd>
                  <CodeText text={reference} name={t(`holds:batch.${key}`)} />
                </dd>
              </div>
            ),
          )}
        </dl>
        {row.attempt !== null && (
          <KeyButton fullWidth onClick={onOpen} keys="Mod+Shift+H">
            {t('holds:review.showPayment')}
          </KeyButton>
        )}
      </Stack>
    </section>
  );
}

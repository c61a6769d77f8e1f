/** The results of a batch on paper. Rendered only while the page is printed, because a long batch has many rows. */
import { rowAmount, signOf } from '#shared/ledger/batch-results.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import { useSession } from '#renderer/session/session.tsx';
import { usePrinting } from '#renderer/ui/use-printing.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { tallyOf } from './batch-rows.ts';
import { RowMark } from './batch-table.tsx';
import { rowName, rowReference, rowWords } from './batch-words.ts';
import { MoneySums } from './money-sums.tsx';
import classes from './batch.module.css';

export function BatchSheet({
  progress,
  title,
  ending,
}: {
  readonly progress: BatchProgress;
  readonly title: string;
  readonly ending: string;
}) {
  const { t } = useText();
  const formats = useFormats();
  const { settings, merchant } = useSession();
  const printedAt = usePrinting();
  if (printedAt === null) return null;
  const merchants = [...new Set(progress.rows.flatMap(({ authorization }) => authorization?.merchantName ?? []))];
  return (
    <section className={classes.sheet} aria-label={t('holds:batch.rows')}>
      <h2 className={classes.headline}>{title}</h2>
      <p>{ending}</p>
      <p>
        {[
          t('holds:batch.started', { time: formats.moment(progress.startedAt) }),
          ...merchants,
          t(`environment.${merchant.merchant.environment}`),
        ].join(' · ')}
      </p>
      <MoneySums tally={tallyOf(progress)} />
      <table>
        <thead>
          <tr>
            <th scope="col">{t('holds:batch.columns.result')}</th>
            <th scope="col">{t('holds:columns.customer')}</th>
            <th scope="col">{t('holds:columns.card')}</th>
            <th scope="col">{t('holds:batch.columns.reason')}</th>
            <th scope="col">{t('holds:batch.reference')}</th>
            <th scope="col">{t('holds:columns.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {progress.rows.map((row, index) => {
            const { title: told, reasons } = rowWords(t, formats, row);
            return (
              <tr key={`${index}-${row.holdId}`}>
                <td>
                  <RowMark row={row} />
                </td>
                <td>{rowName(t, row)}</td>
                <td>{row.authorization?.card?.lastFour ?? ''}</td>
                <td>{[told, ...reasons].join(' ')}</td>
                <td>{rowReference(row)}</td>
                <td>
                  <Amount value={rowAmount(row)} currencySign={signOf(row)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>{t('holds:batch.printed', { time: formats.moment(printedAt), seat: settings.seat })}</p>
    </section>
  );
}

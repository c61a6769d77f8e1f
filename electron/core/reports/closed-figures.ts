/** The figures of days as they are printed and exported: those of the latest close once payments have been removed since. */
import { ok, type Result } from '#shared/failure.ts';
import { figuresOfClose, type DayClose } from '#shared/reports/day-close.ts';
import type { Figures, FiguresQuery } from '#shared/reports/figures.ts';
import type { Reports } from './reports.ts';

interface ClosedFigures {
  readonly figures: Figures;
  /** Closes of a single day, newest first; empty for a range. */
  readonly closes: readonly DayClose[];
}

export async function closedFigures(
  reports: Pick<Reports, 'figures' | 'closes'>,
  query: FiguresQuery,
): Promise<Result<ClosedFigures>> {
  const { first, last, environment, merchantId } = query;
  const read = await reports.figures(query);
  if (!read.ok) return read;
  if (first !== last) return ok({ figures: read.value.figures, closes: [] });
  const closed = await reports.closes({ day: first, environment, merchantId });
  if (!closed.ok) return closed;
  const { closes } = closed.value;
  return ok({ figures: figuresOfClose(read.value.figures, closes, query), closes });
}

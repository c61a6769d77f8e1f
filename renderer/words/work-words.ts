/** Words for work that takes long: how far it is, how long it will take, and how it ended. */
import type { ShownWork, WorkEnd } from '#shared/work/long-work.ts';
import { workStepsOf, unitOf, type WorkKind } from '#shared/seat/work-kinds.ts';
import type { Formats } from './formats.ts';
import type { Translate } from './i18n.ts';

type Step = ShownWork['step'];

/** Returns the whole percent of the step; null while nobody knows the total. */
export const percentOf = ({ done, total }: Step): number | null =>
  total === null || total === 0 ? null : Math.min(100, Math.floor((100 * done) / total));

const megabyte = 1_000_000;

/** Says how much of the step is done: “12,400 of 100,000 payments”. Null for a step that counts nothing. */
export function amountWords(
  t: Translate,
  { count }: Formats,
  { kind, step }: Pick<ShownWork, 'kind' | 'step'>,
): string | null {
  const unit = unitOf(kind, step.name);
  if (unit === null) return null;
  const shown = (value: number): string => count(unit === 'bytes' ? Math.ceil(value / megabyte) : value);
  if (step.total !== null) return t(`work:amount.${unit}`, { done: shown(step.done), total: shown(step.total) });
  return step.done === 0 ? null : t(`work:soFar.${unit}`, { done: shown(step.done) });
}

/** Shortest time of a step after which its pace says something, in ms. */
const estimateFrom = 2_000;

/**
 * Estimates from the pace of the step what is left of it; null while that would be a guess.
 * @param now epoch milliseconds
 */
export function msLeft({ done, total, since }: Step, now: number): number | null {
  const elapsed = now - Date.parse(since);
  if (total === null || done === 0 || elapsed < estimateFrom) return null;
  return Math.max(0, (elapsed * (total - done)) / done);
}

/** Says what is left, never more exactly than anybody can know. Null for less than a second. */
export function leftWords(t: Translate, ms: number): string | null {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 1) return null;
  if (seconds <= 10) return t('work:left.seconds', { amount: seconds });
  if (seconds < 60) return t('work:left.seconds', { amount: Math.ceil(seconds / 5) * 5 });
  if (seconds < 5_400) return t('work:left.minutes', { amount: Math.ceil(seconds / 60) });
  return t('work:left.hours', { amount: Math.ceil(seconds / 3_600) });
}

/** Names the step among the others; null for work of one step. */
export const stepWords = (t: Translate, { kind, step }: Pick<ShownWork, 'kind' | 'step'>): string | null =>
  workStepsOf(kind).length === 1
    ? null
    : t('work:stepOf', { number: step.at, of: step.of, step: t(`work:step.${step.name}`) });

/** Returns the name of a file without its folders, of either system. */
const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

type DoneEnd = Extract<WorkEnd, { readonly kind: 'done' }>;

/** Says what work has done. @param sign of the currency in which moved payments are summed */
export function doneWords(t: Translate, formats: Formats, kind: WorkKind, end: DoneEnd, sign: string): string {
  const { count } = end;
  const path = end.file === null ? '' : nameOf(end.file);
  if (kind === 'move' && !end.agrees) return t('settings:ledger.moveDiffers');
  const amount = formats.money(end.amount ?? 0, sign);
  return t(`work:done.${kind === 'scheduled-backup' ? 'backup' : kind}`, { count, path, amount });
}

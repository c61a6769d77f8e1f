/** THE words for a row of a batch, on the screen, on paper, in files and in notices: the money, the reason, the next step. */
import { accountOf } from '#shared/ledger/account.ts';
import { moneyOf, resultOf, rowMoneys, type RowMoney } from '#shared/ledger/batch-results.ts';
import type { BatchRow } from '#shared/ledger/holds.ts';
import { stateKeys } from '#shared/ledger/listed-attempt.ts';
import { customerName, type Attempt } from '#shared/payments/attempt.ts';
import { stateWords } from './amount-words.ts';
import { differenceLine, textDifferences } from './differences.ts';
import type { OutcomeFormats, ReadText } from './outcome-texts.ts';
import type { OutcomeWords } from './outcome-told.ts';
import { outcomeWords } from './outcome-words.ts';
import { bareReason } from './refusal-words.ts';

interface RowWords {
  /** Result in a few words: `Captured`, `Declined`, `Not sent` … */
  readonly label: string;
  /** Says what happened to the money. */
  readonly title: string;
  readonly reasons: readonly string[];
  readonly next: string | null;
  /** One line for a list: why the row is no plain charge; empty for one that is. */
  readonly why: string;
}

export function rowWords(t: ReadText, formats: OutcomeFormats, row: BatchRow): RowWords {
  const { attempt, skipReason, unrecorded } = row;
  const label = rowLabel(t, row);
  const notes = unrecorded === null ? [] : [t(`holds:batch.unrecorded.${unrecorded}`)];
  if (attempt !== null) {
    const context = row.authorization === null ? {} : { holdMadeAt: row.authorization.startedAt };
    const words = outcomeWords(t, formats, attempt, context);
    const { title, reasons, next } = words;
    const differences = textDifferences(attempt).map((each) => differenceLine(t, attempt, each));
    const why = [...ownReasons(t, attempt, moneyOf(row), words), ...differences, ...notes].join(' ');
    return { label, title, reasons: [...notes, ...differences, ...reasons], next, why };
  }
  if (skipReason !== null) {
    const why = t(`holds:batch.why.${skipReason}`);
    return { label, title: t(`holds:batch.told.${toldOf(row)}`), reasons: [why], next: null, why };
  }
  if (resultOf(row) !== 'unknown') return { label, title: label, reasons: [], next: null, why: '' };
  const lost = t('holds:batch.told.lost');
  return { label, title: lost, reasons: [], next: null, why: lost };
}

/** Begins with what tells rows apart, because a list cuts a long line: the doubt, or what a refusal says of the hold. */
function ownReasons(
  t: ReadText,
  attempt: Attempt,
  money: RowMoney,
  { title, reasons }: OutcomeWords,
): readonly string[] {
  if (money === 'charged') return [];
  if (money === 'unclear') return reasons.toReversed();
  const { state, resolution } = attempt;
  const refused = resolution === null && (state === 'declined' || state === 'rejected');
  if (!refused) return reasons;
  const bare = bareReason(t, attempt);
  const told = bare === null ? reasons : [bare];
  return title === t(`outcomes:${state}.title.captured`) ? told : [title, ...told];
}

function rowLabel(t: ReadText, row: BatchRow): string {
  const money = moneyOf(row);
  if (money === 'elsewhere') return t(stateKeys['already-charged']);
  if (row.attempt !== null) return stateWords(t, accountOf(row.attempt, false));
  const result = resultOf(row);
  if (result === 'skipped' || result === 'waiting' || result === 'sending') return t(`holds:batch.result.${result}`);
  return t(stateKeys.unknown);
}

const closed: ReadonlySet<BatchRow['skipReason']> = new Set([
  'voided',
  'altered',
  'unlisted',
  'not-found',
  'twice',
] as const);

function toldOf(row: BatchRow): 'held' | 'elsewhere' | 'unknown' | 'closed' {
  const money = moneyOf(row);
  if (money === 'elsewhere' || money === 'unknown') return money;
  return closed.has(row.skipReason) ? 'closed' : 'held';
}

/** Returns the customer of a row, so that it can be called. */
export function rowName(t: ReadText, { authorization }: BatchRow): string {
  if (authorization === null) return t('holds:batch.noHold');
  return customerName(authorization) || t('holds:batch.noName');
}

/** Names the rows that somebody has to look at, each under what happened to its money. @param most names of each kind */
export function namesToLookAt(t: ReadText, rows: readonly BatchRow[], most: number): readonly string[] {
  return rowMoneys
    .filter((money) => money !== 'charged' && money !== 'open')
    .flatMap((money) => {
      const names = rows.filter((row) => moneyOf(row) === money).map((row) => rowName(t, row));
      if (names.length === 0) return [];
      const more = names.length - most;
      const listed = [...names.slice(0, most), ...(more > 0 ? [t('holds:batch.blocked.more', { count: more })] : [])];
      return [t('holds:batch.noticeNames', { money: t(`holds:batch.money.${money}`), names: listed.join(', ') })];
    });
}

/** What a check of the audit trail found, in words. */
import type { TrailBreak, TrailReport } from '#shared/ledger/trail.ts';
import { boundsOfDay, noonOf } from '#shared/local-day.ts';
import type { Formats } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';

/** Names the first broken link and its fault. */
export function trailBreakWords(t: Translate, { moment, count, day }: Formats, first: TrailBreak): string {
  const place = { seat: first.seat, link: count(first.link) };
  const where =
    first.at === null ? t('audit:check.link', place) : t('audit:check.datedLink', { ...place, when: moment(first.at) });
  const { close } = first;
  const closed = close?.day ?? '';
  const about = {
    day: boundsOfDay(closed) === null ? closed : day(noonOf(closed)),
    merchant: close?.merchant ?? '',
  };
  return t('audit:check.first', { where, kind: t(`audit:check.kinds.${first.kind}`, about) });
}

/** Tells when the trail was checked, and whether anything is wrong. */
export function trailReportWords(
  t: Translate,
  { moment, count }: Formats,
  { checkedAt, links, breaks }: TrailReport,
): string {
  const when = moment(checkedAt);
  return breaks === 0
    ? t('audit:check.whole', { when, count: links, entries: count(links) })
    : t('audit:check.broken', { when, count: breaks, places: count(breaks) });
}

/** Changes an answer as an order of the kind `answer` says, down to the bytes. */
import { isObject, type JsonObject } from '#electron/documents/versioned-document.ts';
import type { OwnAnswer } from '#shared/seat/training.ts';

type Changes = NonNullable<OwnAnswer['record']>;

/**
 * Returns the text of the changed body.
 * @param recordKey key of the record in the answer; null when the whole answer is the record
 */
export function changedBody(answer: JsonObject, order: OwnAnswer, recordKey: string | null): string {
  if (order.body !== undefined) return order.body;
  const record = recordKey === null ? null : answer[recordKey];
  const inside: Changes =
    recordKey !== null && order.record !== undefined && isObject(record)
      ? { [recordKey]: objectText(record, order.record) }
      : {};
  const text = objectText(answer, { ...inside, ...(recordKey === null ? order.record : {}), ...order.envelope });
  return (order.replace ?? []).reduce((changed, [from, to]) => changed.replace(from, () => to), text);
}

/** Returns the bytes of a body that is text or, with `base64`, their base64. */
export const encodedBody = (body: string, order: OwnAnswer): Buffer => Buffer.from(body, order.encoding ?? 'utf8');

/** Writes an object with some values replaced by source text, which need not be valid JSON. */
function objectText(object: JsonObject, changes: Changes): string {
  const sources = new Map(
    Object.entries(object).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, JSON.stringify(value)] as const],
    ),
  );
  for (const [key, source] of Object.entries(changes)) {
    if (source === null) sources.delete(key);
    else sources.set(key, source);
  }
  return `{${[...sources].map(([key, source]) => `${JSON.stringify(key)}:${source}`).join(',')}}`;
}

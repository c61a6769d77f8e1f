/** Keeps the bytes of an answer that is no text, for a supervisor, with the secrets removed. */
import type { Evidence } from '#electron/gateway/transport/transport-result.ts';
import { redactBody, type SecretsInFlight } from './redaction.ts';

/** Longest kept part in bytes: 1 MiB in base64. */
const longest = 786_432;

export function redactEvidence({ of, bytes }: Evidence, secrets: SecretsInFlight): string {
  switch (of) {
    case 'body':
      return redactBytes(bytes, secrets);
    case 'compressed':
      return shown(bytes, withheld, null);
    case 'wire':
      return redactWire(bytes, secrets);
  }
}

/**
 * Returns a line that says what follows, and the bytes in base64. Each byte is one character of the text that is searched
 * for secrets, because every charset in use writes digits and letters as ASCII, with zeros between them in UTF-16 and UTF-32.
 */
export function redactBytes(bytes: Buffer, secrets: SecretsInFlight): string {
  const text = bytes.toString('latin1').replaceAll('\u0000', '');
  const clean = redactBody(text, secrets);
  if (clean !== text) return shown(bytes, 'base64, without zero bytes and secrets', Buffer.from(clean, 'latin1'));
  // EBCDIC, of the banks' mainframes, has the digits at F0 to F9.
  const ebcdic = text.replace(/[\u00f0-\u00f9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xc0));
  if (redactBody(ebcdic, secrets) !== ebcdic) return shown(bytes, withheld, null);
  return shown(bytes, 'base64', bytes);
}

const withheld = 'withheld, because they may hold a secret';

function joinedChunks(body: string): string {
  let joined = '';
  let rest = body;
  for (;;) {
    const line = /^([0-9a-f]{1,8})(?:;[^\r\n]*)?\r?\n/i.exec(rest);
    const size = Number.parseInt(line?.[1] ?? '0', 16);
    if (line === null || size === 0) return joined + rest;
    const end = line[0].length + size;
    joined += rest.slice(line[0].length, end);
    rest = rest.slice(end).replace(/^\r?\n/, '');
  }
}

/**
 * Returns the head and body of an answer that could not be parsed, as text. A body in which no secret could be found is left
 * out: a compressed one, and one whose chunks cut a secret in two.
 */
function redactWire(bytes: Buffer, secrets: SecretsInFlight): string {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end === -1 ? bytes.length : end + 4).toString('latin1');
  const body = bytes.subarray(head.length);
  const text = body.toString('utf8').slice(0, longest);
  const joined = joinedChunks(body.toString('latin1'));
  const unsearchable = /^content-encoding:(?!\s*identity)/im.test(head) || body.includes(0x1f);
  const isCut = redactBody(joined, secrets) !== joined && redactBody(text, secrets) === text;
  return [
    `${String(bytes.length)} bytes as they came`,
    redactBody(head, secrets) +
      (unsearchable || isCut ? `(${String(body.length)} bytes ${withheld})` : redactBody(text, secrets)),
  ].join('\n');
}

/** Cut only here, so that no secret is cut in two before it is recognized. */
const shown = (bytes: Buffer, form: string, kept: Buffer | null): string =>
  [
    `${String(bytes.length)} bytes that are no text (${form})`,
    ...(kept === null ? [] : [kept.subarray(0, longest).toString('base64')]),
  ].join('\n');

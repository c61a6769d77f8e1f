/** Parses faults from the command line: `KIND` or `KIND=VALUE`. */
import { declineReasons, faultSchema, plainFaults, type Fault } from '#shared/seat/training.ts';

export type FaultText = { readonly ok: true; readonly fault: Fault } | { readonly ok: false; readonly issue: string };

/** Reads `lost-answer`, `decline=stolen-card`, `header-status=612`, `form-error=TEXT`, `delay=5000` (milliseconds) … */
export function faultFromText(text: string): FaultText {
  const at = text.indexOf('=');
  const kind = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? null : text.slice(at + 1);
  const read = faultSchema.safeParse({ kind, ...parameterOf(kind, value) });
  return read.success ? { ok: true, fault: read.data } : { ok: false, issue: `One of: ${faultTexts.join(', ')}.` };
}

function parameterOf(kind: string, value: string | null): Readonly<Record<string, unknown>> {
  if (value === null) return {};
  switch (kind) {
    case 'decline':
      return { reason: value };
    case 'header-status':
      return { code: Number(value) };
    case 'form-error':
      return { text: value };
    case 'delay':
      return { milliseconds: Number(value) };
    default:
      return { value };
  }
}

/** Every form of a fault, for messages. */
export const faultTexts: readonly string[] = [
  'none',
  ...declineReasons.map((reason) => `decline=${reason}`),
  'header-status=CODE',
  'form-error=TEXT',
  'delay=MILLISECONDS',
  'three-d-secure',
  ...plainFaults,
];

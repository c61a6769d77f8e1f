/** Converts a page's console call to a `console-message` event. */
import type { Protocol } from '../chromium/protocol.ts';
import { preventable, type PreventableEvent } from '../not-implemented.ts';
import { fromChromium } from '../schemes.ts';

interface ConsoleMessage {
  readonly level: 'info' | 'warning' | 'error' | 'debug';
  readonly message: string;
  readonly lineNumber: number;
  readonly sourceId: string;
}

export function toConsoleEvent({
  type,
  args,
  stackTrace,
}: Protocol.Runtime.consoleAPICalledPayload): ConsoleMessage & PreventableEvent {
  const texts = args.map(({ value, description }) => (value === undefined ? (description ?? '') : String(value)));
  const [frame] = stackTrace?.callFrames ?? [];
  return preventable({
    level: type === 'warning' || type === 'error' || type === 'debug' ? type : 'info',
    message: texts.join(' '),
    lineNumber: frame?.lineNumber ?? 0,
    sourceId: fromChromium(frame?.url ?? ''),
  });
}

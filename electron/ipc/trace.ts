/** Traces the calls of the screens on stderr for developers: `CAJA_TRACE=ipc`. */
import { redactText } from '#electron/core/redact.ts';
import type { CallMessage } from '#shared/contract/contract.ts';
import { calledBy } from './message-size.ts';
import type { Serve } from './serve.ts';

const ofThisProcess = {
  env: process.env,
  write: (line: string): void => void process.stderr.write(line),
  /** Monotonic time in ms. */
  now: () => performance.now(),
};

/**
 * Writes one line per call: `ipc payments.sell ok 412 ms`, with the kind of a failure in place of `ok`. Never writes
 * arguments, results or names that the contract does not have.
 *
 * @returns the unchanged function when tracing is off
 */
export function traceCalls(serve: Serve, { env, write, now }: typeof ofThisProcess = ofThisProcess): Serve {
  if (env['CAJA_TRACE'] !== 'ipc') return serve;
  return (sender, message) => {
    const began = now();
    const name = nameOf(message);
    const line = (outcome: string): void =>
      write(redactText(`ipc ${name} ${outcome} ${Math.round(now() - began)} ms\n`));
    return serve(sender, message).then(
      (result) => {
        line(result.ok ? 'ok' : result.failure.kind);
        return result;
      },
      (error: unknown) => {
        line('refused-sender');
        throw error;
      },
    );
  };
}

function nameOf(message: unknown): string {
  const call = calledBy(message);
  if (call === null) return 'unknown-call';
  const { group, name } = message as CallMessage;
  return `${group}.${name}`;
}

/** `npm run gateway`: runs the training gateway alone, for other programs and for tests in another process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Fault } from '#shared/seat/training.ts';
import { faultFromText, faultTexts } from '#electron/training/faults/fault-text.ts';
import { startTrainingGateway } from './training-gateway.ts';

interface Flags {
  readonly port: number;
  readonly fault: Fault;
  readonly times: number | null;
  readonly processed: boolean;
  readonly tolerant: boolean;
  readonly json: boolean;
}

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`A whole number from ${min} to ${max}.`);
    return value;
  };

const fault = (text: string): Fault => {
  const read = faultFromText(text);
  if (!read.ok) throw new InvalidArgumentError(read.issue);
  return read.fault;
};

const command = new Command('gateway')
  .description('Starts the training gateway on loopback and prints how to reach it.')
  .option('--port <number>', 'port to listen on; any free one by default', wholeNumber(0, 65_535), 0)
  .option(
    '--fault <kind[=value]>',
    'fault to begin with, such as lost-answer, decline=stolen-card or delay=5000',
    fault,
    {
      kind: 'none',
    } satisfies Fault,
  )
  .option('--times <number>', 'for how many requests; until switched off by default', wholeNumber(1, 1000))
  .option('--processed', 'the bank processes all the same what header-status or form-error answers', false)
  .option('--tolerant', 'take what clients that are not ours send and the service takes', false)
  .option('--json', 'print one line of JSON', false)
  .addHelpText('after', `\nFaults: ${faultTexts.join(', ')}`);

function processed(ordered: Fault): Fault {
  if (ordered.kind === 'header-status' || ordered.kind === 'form-error') return { ...ordered, processed: true };
  return command.error('--processed goes with --fault header-status=CODE or form-error=TEXT.');
}

async function run(flags: Flags): Promise<void> {
  const gateway = await startTrainingGateway({
    port: flags.port,
    tolerant: flags.tolerant,
    fault: { fault: flags.processed ? processed(flags.fault) : flags.fault, times: flags.times },
  });
  const folder = await mkdtemp(join(tmpdir(), 'caja-gateway-'));
  const files = {
    ca: join(folder, 'ca.pem'),
    clientCertificate: join(folder, 'client.pem'),
    clientKey: join(folder, 'client-key.pem'),
  };
  await writeFile(files.ca, gateway.ca);
  const client = await gateway.clientCertificate();
  await writeFile(files.clientCertificate, client.certificate);
  await writeFile(files.clientKey, client.key, { mode: 0o600 });

  const { origin, cclw, apiKey, token } = gateway;
  const facts = { origin, cclw, apiKey, token, ...files };
  const stop = (): void => {
    void Promise.all([gateway.close(), rm(folder, { recursive: true, force: true })]);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Written last because its reader may send a signal at once.
  process.stdout.write(flags.json ? `${JSON.stringify(facts)}\n` : sheet(facts));
}

const sheet = (facts: Readonly<Record<string, string>>): string => `Training gateway. No money moves here.

  address             ${facts['origin'] ?? ''}
  CA file             ${facts['ca'] ?? ''}
  cclw                ${facts['cclw'] ?? ''}
  authorization       ${facts['apiKey'] ?? ''}
  client certificate  ${facts['clientCertificate'] ?? ''}
  client key          ${facts['clientKey'] ?? ''}

  ledger              ${facts['origin'] ?? ''}/__training/ledger?token=${facts['token'] ?? ''}
  order a fault       POST ${facts['origin'] ?? ''}/__training/order?token=${facts['token'] ?? ''}
                      {"fault":{"kind":"lost-answer"},"times":1}

Stop it with Ctrl+C.
`;

const { times, ...given } = command.parse().opts<Omit<Flags, 'times'> & { readonly times?: number }>();
await run({ ...given, times: times ?? null }).catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    command.error(`Port ${String(given.port)} is taken by another program. Choose another one with --port.`);
  }
  throw error;
});

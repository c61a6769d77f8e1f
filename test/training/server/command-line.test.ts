/** `npm run gateway` in its own process: its output, its answers and its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { request, type RequestOptions } from 'node:https';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { card, payment } from '#test/training/wire-client.ts';

const program = new URL('../../../electron/training/cli.ts', import.meta.url).pathname;
const factsSchema = z.strictObject({
  origin: z.url({ protocol: /^https$/ }),
  cclw: z.string(),
  apiKey: z.string(),
  token: z.string(),
  ca: z.string(),
  clientCertificate: z.string(),
  clientKey: z.string(),
});

const running = new Set<ChildProcess>();
afterAll(() => Promise.all([...running].map((child) => endOf(child, 'SIGTERM'))));

/** Ends a process. @returns its code */
async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  running.delete(child);
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  return ((await ended) as unknown[])[0];
}

const start = (...flags: readonly string[]): ChildProcess => {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  return child;
};

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no stdout');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
}

const askJson = (url: string, ca: string, options: RequestOptions = {}, body = ''): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request(url, { ca, agent: false, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('end', () => resolve(JSON.parse(text)));
    })
      .on('error', reject)
      .end(body);
  });

const pageOf = (facts: z.output<typeof factsSchema>, page: string): Promise<unknown> =>
  askJson(`${facts.origin}/__training/${page}?token=${facts.token}`, readFileSync(facts.ca, 'utf8'));

test.concurrent('it prints how to reach it, answers as ordered, and leaves nothing behind', async ({ expect }) => {
  const child = start('--json', '--tolerant', '--fault', 'header-status=550', '--processed', '--times', '1');
  const facts = factsSchema.parse(JSON.parse(await firstLine(child)));
  const active = { fault: { kind: 'header-status', code: 550, processed: true }, times: 1 };
  expect(await pageOf(facts, 'status')).toMatchObject({ active });
  expect(readFileSync(facts.clientKey, 'utf8')).toContain('PRIVATE KEY');
  // Without a card type, which only the tolerant mode takes.
  const { cardType: _none, ...cardInformation } = card({ expMonth: '1' });
  const body = JSON.stringify({ ...payment(facts), cardInformation, METHOD: 'CC' });
  const options = {
    method: 'POST',
    headers: { authorization: facts.apiKey, 'content-type': 'application/json' },
  };
  const url = `${facts.origin}//rest/processTx/AUTH/`;
  const answer = await askJson(url, readFileSync(facts.ca, 'utf8'), options, body);
  expect(answer).toMatchObject({ headerStatus: { code: 550 }, success: false });
  expect(await pageOf(facts, 'ledger')).toMatchObject([{ operation: 'AUTH', result: 'approved', lastFour: '7001' }]);
  expect(await endOf(child, 'SIGTERM')).toBe(0);
  expect(existsSync(facts.ca)).toBe(false);
});

test.concurrent.each([
  [['--times', '0'], /A whole number from 1 to 1000/],
  [['--fault', 'lost-answer', '--processed'], /--processed goes with --fault header-status=CODE/],
])('the command refuses %j and says why', async (flags, words) => {
  expect(await refusalOf(...flags)).toEqual([1, expect.stringMatching(words)]);
});

test.concurrent('the command names a port that is taken', async ({ expect }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  expect(await refusalOf('--port', String(port))).toEqual([1, expect.stringMatching(/Port \d+ is taken/)]);
  taken.close();
});

test.concurrent('without --json it prints a page for people, and ends when it is interrupted', async ({ expect }) => {
  const child = start();
  expect(await firstLine(child)).toBe('Training gateway. No money moves here.');
  expect(await endOf(child, 'SIGINT')).toBe(0);
});

/** Starts the command and waits for its end. @returns its code, and what it says of its flags */
async function refusalOf(...flags: readonly string[]): Promise<readonly [unknown, string]> {
  const child = start(...flags);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as unknown[];
  return [code, said];
}

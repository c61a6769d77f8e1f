/** `npm run gateway` in its own process: its output, its answers and its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { request, type RequestOptions } from 'node:https';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '#build/paths.ts';
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
afterEach(async () => {
  const alive = [...running].filter((child) => child.exitCode === null && child.signalCode === null);
  running.clear();
  await Promise.all(
    alive.map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }),
  );
});

const start = (...flags: readonly string[]): ChildProcess => {
  const child = spawn(process.execPath, [program, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Each test starts the program anew. Compiling its modules takes most of a start.
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') },
  });
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

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it prints how to reach it, answers, and leaves nothing behind at %s',
  async (signal) => {
    const child = start('--json', '--fault', 'decline=stolen-card', '--times', '2');
    const facts = factsSchema.parse(JSON.parse(await firstLine(child)));
    expect(
      await askJson(`${facts.origin}/__training/status?token=${facts.token}`, readFileSync(facts.ca, 'utf8')),
    ).toMatchObject({
      active: { fault: { kind: 'decline', reason: 'stolen-card' }, times: 2 },
    });
    expect(readFileSync(facts.clientKey, 'utf8')).toContain('PRIVATE KEY');
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(existsSync(facts.ca)).toBe(false);
  },
);

test('it starts in tolerant mode, with a code that the bank processes', async () => {
  const child = start('--json', '--tolerant', '--fault', 'header-status=550', '--processed', '--times', '1');
  const facts = factsSchema.parse(JSON.parse(await firstLine(child)));
  const ca = readFileSync(facts.ca, 'utf8');
  const open = (page: string) => askJson(`${facts.origin}/__training/${page}?token=${facts.token}`, ca);
  expect(await open('status')).toMatchObject({
    active: { fault: { kind: 'header-status', code: 550, processed: true }, times: 1 },
  });
  const { cardType: _none, ...cardInformation } = card({ expMonth: '1' });
  const body = JSON.stringify({ ...payment(facts), cardInformation, METHOD: 'CC' });
  const headers = { authorization: facts.apiKey, 'content-type': 'application/json' };
  const answer = await askJson(`${facts.origin}//rest/processTx/AUTH/`, ca, { method: 'POST', headers }, body);
  expect(answer).toMatchObject({ headerStatus: { code: 550 }, success: false });
  expect(await open('ledger')).toMatchObject([{ operation: 'AUTH', result: 'approved', lastFour: '7001' }]);
});

test('the command names a port that is taken, and a fault that does not exist', async () => {
  const first = start('--json');
  const { origin } = factsSchema.parse(JSON.parse(await firstLine(first)));
  for (const [flags, words] of [
    [['--port', new URL(origin).port], /Port \d+ is taken/],
    [['--fault', 'explode'], /One of: none, decline=/],
    [['--times', '0'], /A whole number from 1 to 1000/],
    [['--fault', 'lost-answer', '--processed'], /--processed goes with --fault header-status=CODE/],
  ] as const) {
    const child = start(...flags);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(1);
    expect(said).toMatch(words);
  }
});

test('the command prints a page for people without --json', async () => {
  const child = start();
  expect(await firstLine(child)).toBe('Training gateway. No money moves here.');
});

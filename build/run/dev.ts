/**
 * `npm run dev`: serves the screens with hot reload, and rebuilds and restarts the main process when its source
 * changes.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'vite';
import { buildPart } from '#build/build-all.ts';
import { electronTarget, executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { rendererConfig } from '#build/vite/renderer.vite.ts';
import { programArguments } from './program-arguments.ts';

const target = electronTarget();
console.log(
  target === 'electron' ? 'Runs on Electron.' : 'Runs on the stand-in: `npm start` downloads Electron where it can.',
);
if (target === 'stand-in' && !process.env['DISPLAY']) {
  console.error('There is no display, so no window can be shown.');
  process.exit(1);
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts Vite's server. Its client needs the socket's address because the page comes over `app:`. */
async function serveScreens(): Promise<string> {
  const port = await freePort();
  process.env['NODE_ENV'] = 'development';
  const server = await createServer({
    ...rendererConfig,
    mode: 'development',
    server: {
      ...rendererConfig.server,
      port,
      strictPort: true,
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
    },
  });
  await server.listen();
  return `http://127.0.0.1:${port}`;
}

const devServer = await serveScreens();
let program: ChildProcess | null = null;
/** Programs ended for a restart. The end of any other one ends this run. */
const replaced = new WeakSet<ChildProcess>();

async function stop(): Promise<void> {
  if (program === null || program.exitCode !== null) return;
  replaced.add(program);
  const exited = once(program, 'exit');
  program.kill();
  await exited;
}

async function buildAndStart(): Promise<void> {
  await buildPart('main', 'development');
  await buildPart('worker', 'development');
  await buildPart('preload', 'development');
  await buildPart('collector', 'development');
  await stop();
  const started = spawn(executableOf(target), [root, ...programArguments(process.argv.slice(2))], {
    stdio: 'inherit',
    env: { ...process.env, CAJA_DEV_SERVER: devServer },
  });
  program = started;
  started.on('exit', (code) => {
    if (!replaced.has(started)) process.exit(code ?? 0);
  });
}

let changed = false;
let building = false;
/** Builds once for a burst of changes. A failed build is printed, and the running program stays. */
async function rebuild(): Promise<void> {
  changed = true;
  if (building) return;
  building = true;
  while (changed) {
    changed = false;
    await delay(100);
    await buildAndStart().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
  }
  building = false;
}
for (const folder of ['electron', 'shared']) {
  watch(path.join(root, folder), { recursive: true }, () => void rebuild());
}
await rebuild();

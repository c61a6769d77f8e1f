/** Serves the built page from this machine, by the program's own code and with its own headers. */
import { createServer } from 'node:http';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { root } from '#build/paths.ts';
import { screensUrl } from '#electron/ipc/sender.ts';
import { serveFiles } from '#electron/shell/window/screens-files.ts';

interface PageServer {
  readonly url: string;
  readonly close: () => void;
}

/** Serves `dist/renderer` on a free port. Requires the build. */
export async function servePage(): Promise<PageServer> {
  const answer = serveFiles(path.join(root, 'dist/renderer'), () => Promise.resolve('en'));
  const server = createServer((request, response) => {
    // Some Chromiums ask for an icon, which Electron never does.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    void answer(new Request(new URL(request.url ?? '/', screensUrl))).then(async (answered) => {
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      response.end(Buffer.from(await answered.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/index.html`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A program that runs the collector beside a page with a card, as the program does, and takes its orders from the test. */
import { app, BrowserWindow, protocol } from 'electron';
import type { Collected, CollectorScript } from '#electron/core/ports/collector.ts';
import { collectorScheme } from '#electron/fingerprint/collector-page.ts';
import { createCollector } from '#electron/fingerprint/collector-window.ts';

declare global {
  /** Runs a script until it answers or `stopCollector` is called. */
  var runCollector: (script: CollectorScript) => Promise<Collected>;
  var stopCollector: () => void;
  var refusals: string[];
  var collectorBugs: string[];
  /** Policies that pages other than the card's were given. */
  var webRtcPolicies: string[];
}

const cardPage = `<!doctype html><title>Card page</title><h1>Card page</h1><input id="card" value="4111111111111111">
<script>
  globalThis.heard = [];
  new BroadcastChannel('card').onmessage = ({ data }) => heard.push(data);
  addEventListener('message', ({ data }) => heard.push(data));
  addEventListener('storage', ({ key }) => heard.push(key));
  localStorage.setItem('card', '4111111111111111');
  name = 'card-page';
</script>`;

for (const [name, value] of Object.entries(JSON.parse(process.env['COLLECTOR_SWITCHES'] ?? '{}'))) {
  app.commandLine.appendSwitch(name, String(value));
}
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  { scheme: collectorScheme, privileges: { standard: true, secure: true } },
]);

void app.whenReady().then(async () => {
  protocol.handle('app', () => new Response(cardPage, { headers: { 'content-type': 'text/html' } }));
  globalThis.refusals = [];
  globalThis.collectorBugs = [];
  globalThis.webRtcPolicies = [];
  app.on('web-contents-created', (_event, contents) => {
    const set = contents.setWebRTCIPHandlingPolicy.bind(contents);
    contents.setWebRTCIPHandlingPolicy = (policy) => {
      webRtcPolicies.push(policy);
      set(policy);
    };
  });
  let stop = new AbortController();
  const collector = createCollector(
    process.env['COLLECTOR_PRELOAD'] ?? '',
    (what, url) => void refusals.push(`${what} ${url}`),
    (error) => void collectorBugs.push(String(error)),
  );
  globalThis.runCollector = (script) => {
    stop = new AbortController();
    return collector.run(script, stop.signal);
  };
  globalThis.stopCollector = () => stop.abort();
  await new BrowserWindow({ webPreferences: { sandbox: true } }).loadURL('app://caja/index.html');
});

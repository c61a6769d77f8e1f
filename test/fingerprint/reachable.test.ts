/** Addresses that a collector's page may load: https on the internet, and its own host. */
import { expect, test } from 'vitest';
import { reachableFrom } from '#electron/fingerprint/reachable.ts';
import { textsIn } from '#test/support/texts-in.ts';

const mayReach = reachableFrom('https://fraud.example.com:8443/collect.js?m=1');

test.each([
  'https://fraud.example.com:8443/other.js',
  'https://cdn.example.com/more.js',
  'https://203.0.113.9/picture.png',
  'https://[2606:4700::1]/picture.png',
])('%s may be loaded', (url) => {
  expect(mayReach(url)).toBe(true);
});

test.each(
  textsIn(`
  http://fraud.example.com:8443/collect.js | wss://fraud.example.com:8443/ | app://caja/index.html | collector://page/
  file:///etc/passwd | data:text/html,x | no address | https://localhost/ | https://LOCALHOST./
  https://caja.localhost/ | https://printer/ | https://nas.local/ | https://router.lan/ | https://127.0.0.1:8443/
  https://127.1/ | https://2130706433/ | https://0x7f000001/ | https://0.0.0.0/ | https://10.1.2.3/
  https://100.64.0.1/ | https://169.254.169.254/latest | https://172.31.255.255/ | https://192.168.0.1/
  https://224.0.0.251/ | https://[::]/ | https://[::1]/ | https://[::ffff:127.0.0.1]/ | https://[64:ff9b::7f00:1]/
  https://[2002:7f00:1::]/ | https://[fd00::1]/ | https://[fe80::1]/`),
)('%s may not be loaded', (url) => {
  expect(mayReach(url)).toBe(false);
});

test('a collector in the local network reaches its own host and port, and nothing else there', () => {
  const mayReachHere = reachableFrom('https://192.168.0.5:8443/collect.js');
  expect(mayReachHere('https://192.168.0.5:8443/data')).toBe(true);
  expect(mayReachHere('https://192.168.0.5/data')).toBe(false);
  expect(mayReachHere('https://192.168.0.6:8443/data')).toBe(false);
});

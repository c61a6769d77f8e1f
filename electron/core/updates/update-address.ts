/** Address of the folder with the lists and files of updates. */

/**
 * Returns the folder's address with a slash at its end; null for one that is not used. Everything from there is signed, and
 * https keeps from others which version a seat runs. Plain http is for a server on this computer alone.
 */
export function updateFolder(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const here = url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && here)) return null;
  url.hash = '';
  url.search = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * Returns the address that a program was packed with; null for a program that was packed without.
 * @param configuration text of its `app-update.yml`
 */
export const packedAddress = (configuration: string): string | null =>
  /^url: *['"]?(?<url>[^'"\s]+)['"]?\s*$/m.exec(configuration)?.groups?.['url'] ?? null;

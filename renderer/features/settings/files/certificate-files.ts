/** Files of certificates and keys, read in the page; none is ever as large as the limit. */

export type FileIssue = 'pem' | 'pemKey' | 'fileTooLarge' | 'fileUnreadable';
export type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly issue: FileIssue };

/** Characters that the merchant takes. */
const longestFile = 200_000;

async function readPem(file: File, marker: RegExp, issue: FileIssue): Promise<FileText> {
  if (file.size > longestFile) return { ok: false, issue: 'fileTooLarge' };
  const text = await file.text();
  return marker.test(text) ? { ok: true, text } : { ok: false, issue };
}

export const readCertificatePem = (file: File): Promise<FileText> =>
  readPem(file, /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/, 'pem');
export const readKeyPem = (file: File): Promise<FileText> =>
  readPem(file, /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/, 'pemKey');

/** A binary file as base64. */
export async function readBinary(file: File): Promise<FileText> {
  if (file.size > longestFile) return { ok: false, issue: 'fileTooLarge' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { ok: true, text: btoa(text) };
}

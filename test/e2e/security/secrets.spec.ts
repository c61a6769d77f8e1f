/** Every call of the contract, with valid and invalid arguments, on a program with secrets: none is ever returned. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '#shared/contract/contract.ts';
import { callArguments, card, draft, merchant, secrets, shared } from '#test/fixtures/call-arguments.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';

/** Arguments that no call accepts, with secrets in keys and values. */
const bad: readonly unknown[] = [
  null,
  secrets.cardNumber,
  [secrets.apiKey],
  { [secrets.cclw]: secrets.ledgerPassword },
  { ...draft(7), amount: secrets.cardNumber, card: { ...card, number: `${secrets.cardNumber}1`, extra: secrets.cclw } },
  { merchant: { ...merchant, baseUrl: `http://${secrets.ledgerPassword}` }, secrets: { cclw: [secrets.cclw] } },
  { choice: { ...shared, poolSize: secrets.ledgerPassword }, password: { text: secrets.ledgerPassword } },
];

/** A secret in plain text, hex and base64. Each segment of a key counts by itself. */
const formsOf = (secret: string): readonly string[] =>
  secret.split('|').flatMap((part) => {
    const bytes = Buffer.from(part);
    return [part, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
  });

test('no call returns a secret, whatever its argument', async ({ app, win, kept, userData, mainLog }) => {
  await app.evaluate(({ dialog }) => {
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
  });
  const ask = (group: string, name: string, inputs: readonly unknown[]): Promise<readonly unknown[]> =>
    win.evaluate(
      async ([g, n, all]) => {
        const answers: unknown[] = [];
        for (const input of all) answers.push(await window.caja.call(g, n, input));
        return answers;
      },
      [group, name, inputs] as const,
    );
  const reached: string[] = [];
  for (const [group, calls] of Object.entries(callArguments)) {
    for (const [name, inputs] of Object.entries<readonly unknown[]>(calls)) {
      for (const answer of await ask(group, name, inputs)) {
        expect(answer, `${group}.${name}`).not.toMatchObject({ failure: { kind: 'invalid' } });
        expect(answer, `${group}.${name}`).not.toMatchObject({ failure: { kind: 'internal' } });
      }
      reached.push(`${group}.${name}`);
      const refused = bad.map(() => expect.objectContaining({ failure: expect.objectContaining({ kind: 'invalid' }) }));
      expect(await ask(group, name, bad), `${group}.${name}`).toEqual(refused);
    }
  }
  const listed = Object.entries(contract).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  );
  expect(reached.toSorted()).toEqual(listed.toSorted());

  const record = readFileSync(path.join(kept, 'ipc.jsonl'), 'utf8');
  const log = readFileSync(path.join(userData, 'logs/main.log'), 'utf8');
  const vault = readFileSync(path.join(userData, 'vault.json'), 'utf8');
  const operators = readFileSync(path.join(userData, 'operators.json'), 'utf8');
  for (const [what, secret] of Object.entries(secrets)) {
    for (const form of formsOf(secret)) {
      expect(record.includes(form), `${what} crossed the bridge`).toBe(false);
      expect(log.includes(form), `${what} is on the log`).toBe(false);
      expect(vault.includes(form), `${what} is readable in the vault`).toBe(false);
      expect(operators.includes(form), `${what} is readable among the operators`).toBe(false);
      expect(mainLog.join('').includes(form), `${what} was printed`).toBe(false);
    }
  }
});

/** A seat as the soak sees it: its process, which is started, asked, stopped and killed, and what it has said. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Asked, Question, Questions, Said, SeatOrder, Told } from './protocol.ts';
import type { Chance } from './random.ts';

export interface SeatProcessParts {
  readonly order: Omit<SeatOrder, 'seed' | 'ahead'>;
  /** Bundle of the seat's program. */
  readonly script: string;
  readonly chance: Chance;
  readonly onTold: (told: Told) => void;
  readonly onBug: (text: string) => void;
  /** Keeps a line of what happened. */
  readonly note: (line: string) => void;
}

/** Longest wait for an answer in ms, as long as a seat may take to rest. */
const longestAnswer = 300_000;

export class SeatProcess {
  readonly name: string;
  readonly folder: string;
  ahead = 0;
  readonly #parts: SeatProcessParts;
  #child: ChildProcess | null = null;
  #working = false;
  #asked = 0;
  #answers = new Map<number, (value: unknown) => void>();
  /** Everything that it wrote to both streams, for the search for secrets. */
  output = '';

  constructor(parts: SeatProcessParts) {
    this.#parts = parts;
    this.name = parts.order.seat;
    this.folder = parts.order.folder;
  }

  /** Resolves when the program is open. A ledger that is away opens later. Does nothing while it runs. */
  async start(): Promise<void> {
    if (this.#child !== null) return;
    const { order, script, chance, note } = this.#parts;
    const full: SeatOrder = { ...order, seed: chance.whole(0, 2 ** 31), ahead: this.ahead };
    const child = spawn(process.execPath, [script, JSON.stringify(full)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: `${script}.cache`, NODE_OPTIONS: '' },
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#parts.onBug(`ended by itself with ${code ?? signal}:\n${this.output.slice(-2_000)}`);
      for (const answered of this.#answers.values()) answered(null);
    });
    const ready = Promise.withResolvers<void>();
    child.on('message', (said: Said) => {
      if (said.kind === 'ready') ready.resolve();
      else this.#hear(said);
    });
    await Promise.race([ready.promise, once(child, 'exit')]);
    note('started');
    if (this.#working) void this.ask('work', null);
  }

  #hear(said: Exclude<Said, { kind: 'ready' }>): void {
    switch (said.kind) {
      case 'told':
        this.#parts.onTold(said.told);
        break;
      case 'bug':
        this.#parts.onBug(said.text);
        break;
      case 'answer':
        this.#answers.get(said.number)?.(said.value);
        this.#answers.delete(said.number);
        break;
    }
  }

  async ask<Name extends Question>(
    question: Name,
    value: Questions[Name]['asked'],
  ): Promise<Questions[Name]['answer'] | null> {
    const child = this.#child;
    if (child === null) return null;
    if (question === 'work') this.#working = true;
    if (question === 'rest' || question === 'quit') this.#working = false;
    const number = ++this.#asked;
    const answered = Promise.withResolvers<unknown>();
    this.#answers.set(number, answered.resolve);
    const late = setTimeout(() => {
      this.#parts.onBug(`did not answer ${question}`);
      answered.resolve(null);
    }, longestAnswer);
    child.send({ number, question, value } satisfies Asked, () => undefined);
    const answer = await answered.promise;
    clearTimeout(late);
    return answer as Questions[Name]['answer'];
  }

  async setClock(ahead: number): Promise<void> {
    this.ahead = ahead;
    await this.ask('clock', ahead);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends the process at once, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    for (const answered of this.#answers.values()) answered(null);
    this.#answers.clear();
  }

  /** Ends the program as a person does. @param again whether it goes on working when it is started next */
  async quit(again: boolean): Promise<void> {
    await this.ask('quit', null);
    this.#working = again;
    await this.kill();
  }
}

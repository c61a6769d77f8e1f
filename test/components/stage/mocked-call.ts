/** One mocked call of the contract: its answer, the time of the answer, and the arguments from the page. */
import type { CallName, Contract, GroupName } from '#shared/contract/contract.ts';
import { failed, failureSchema, ok, type Failure, type Result } from '#shared/failure.ts';
import type { z } from 'zod';

/** Answer given by a test. The contract's schema fills in defaults and refuses everything else. */
export type Answer<Group extends GroupName, Name extends CallName<Group>> = z.input<
  Contract[Group][Name] extends { readonly output: infer Out extends z.ZodType } ? Out : never
>;

/** An answer that the test gives later. Until then the page waits. */
interface Pending<Value> {
  readonly answers: (value: Value) => void;
  readonly fails: (failure: Failure) => void;
}

export interface MockedCall<In, Value> {
  /** Answers from now on, with a value or with a function of each argument. */
  readonly answers: (value: Value | ((input: In) => Value)) => void;
  /** Fails from now on. */
  readonly fails: (failure: Failure) => void;
  /** Keeps the page waiting from now on. Left unsettled, it acts as a main process that hangs. */
  readonly waits: () => Pending<Value>;
  /** Resolves with the argument of the next call, or of the next one that fits. Calls before this one do not count. */
  readonly expect: (fits?: (input: In) => boolean) => Promise<In>;
  /** As `expect`, of a call that the page makes by an act, and once that is done. */
  readonly by: (act: Promise<unknown>, fits?: (input: In) => boolean) => Promise<In>;
  /** The arguments of all calls so far. */
  readonly inputs: readonly In[];
}

/** Time limit of `expect` in ms, the same as that of what the page is expected to show. */
const patience = 30_000;

interface CallSchemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

type Answering = (input: unknown) => Result<unknown> | Promise<Result<unknown>>;

/** The untyped core of a mocked call. `MockedMain` gives each of them the types of the table. */
export class AnyMockedCall implements MockedCall<unknown, unknown> {
  readonly inputs: unknown[] = [];
  private readonly name: string;
  private readonly schemas: CallSchemas;
  private readonly expected = new Set<(input: unknown) => void>();
  private answering: Answering | null = null;

  constructor(name: string, schemas: CallSchemas) {
    this.name = name;
    this.schemas = schemas;
  }

  readonly answers = (value: unknown): void => {
    if (typeof value === 'function') this.answering = (input) => this.success(value(input));
    else {
      // Parsed at once, so that the test's own line throws.
      const success = this.success(value);
      this.answering = () => success;
    }
  };

  readonly fails = (failure: Failure): void => {
    const parsed = failed(failureSchema.parse(failure));
    this.answering = () => parsed;
  };

  readonly waits = (): Pending<unknown> => {
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    this.answering = () => promise;
    return {
      answers: (value) => resolve(this.success(value)),
      fails: (failure) => resolve(failed(failureSchema.parse(failure))),
    };
  };

  readonly expect = (fits: (input: unknown) => boolean = () => true): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.expected.delete(look);
        reject(new Error(`${this.name} was not called within ${patience} ms`));
      }, patience);
      const look = (input: unknown): void => {
        if (!fits(input)) return;
        clearTimeout(timer);
        this.expected.delete(look);
        resolve(input);
      };
      this.expected.add(look);
    });

  readonly by = async (act: Promise<unknown>, fits?: (input: unknown) => boolean): Promise<unknown> =>
    (await Promise.all([this.expect(fits), act]))[0];

  /** Handles a call of the page. Throws when no answer is arranged or the contract refuses the argument or the answer. */
  async receive(input: unknown): Promise<Result<unknown>> {
    const parsed = this.schemas.input.safeParse(input);
    if (!parsed.success)
      throw new Error(`${this.name} was called with what the contract refuses: ${parsed.error.message}`);
    this.inputs.push(parsed.data);
    for (const look of this.expected) look(parsed.data);
    if (this.answering === null) throw new Error(`${this.name} was called and has no answer`);
    return await this.answering(parsed.data);
  }

  private success(value: unknown): Result<unknown> {
    const parsed = this.schemas.output.safeParse(value);
    if (parsed.success) return ok(parsed.data);
    throw new Error(`${this.name} can’t answer this: ${parsed.error.message}`);
  }
}

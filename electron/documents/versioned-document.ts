/** A JSON document with a version: reads every version up to its own step by step, and refuses a newer one. */
import { z } from 'zod';
import { isObject, keepUnknown, parseKnown, type JsonObject } from './unknown-keys.ts';

/** Leads from one version to the next. Pure; spreads what it is given, so that keys it does not name stay. */
type Step = (document: JsonObject) => JsonObject;

export interface DocumentDefinition<Content> {
  /** Name of the file, without `.json`. */
  readonly name: string;
  /** Strict. A key that was added later has a `.default()`, so that an older document has a value for it. */
  readonly schema: z.ZodType<Content>;
  /** Values of missing keys at the top, for those that differ from machine to machine. */
  readonly defaults?: JsonObject;
  /** The first leads from version 1 to 2. The number of steps plus one is the version that this program writes. */
  readonly steps: readonly Step[];
  /** Whether version 1 is written: release 0.1.0 insists on the number in some documents and refuses it in the others. */
  readonly firstVersion: 'numbered' | 'unnumbered';
  /** `stays`: a damaged file is moved aside only when something takes its place, so that every start finds it. */
  readonly damaged?: 'aside' | 'stays';
}

export interface KnownDocument<Content> {
  readonly content: Content;
  /** The version that it was read at, or is written at. */
  readonly version: number;
  /** As it is stored at the latest version, without its number but with keys of newer programs. */
  readonly stored: JsonObject;
  /** The same without the keys that this program does not know. */
  readonly seen: unknown;
}

export type ReadDocument<Content> =
  | { readonly kind: 'read'; readonly document: KnownDocument<Content> }
  | { readonly kind: 'newer'; readonly version: number };

const versionSchema = z.int().min(1).default(1);

export const latestVersion = ({ steps }: Pick<DocumentDefinition<unknown>, 'steps'>): number => steps.length + 1;

/** Throws when the text is not a document of this definition. */
export function readDocument<Content>(definition: DocumentDefinition<Content>, text: string): ReadDocument<Content> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error(`${definition.name} is not a JSON object`);
  const { version: number, ...first } = value;
  const version = versionSchema.parse(number);
  // Asked first, because nothing else is known of a newer document.
  if (version > latestVersion(definition)) return { kind: 'newer', version };
  const stored = definition.steps.slice(version - 1).reduce<JsonObject>((document, step) => step(document), first);
  const content = parseKnown(definition.schema, { ...definition.defaults, ...stored });
  return { kind: 'read', document: { content, version, stored, seen: z.encode(definition.schema, content) } };
}

/**
 * The document as it is stored from now on. Throws when the schema would refuse to read the content again.
 *
 * @param before what is stored now; null when there is nothing
 */
export function changeDocument<Content>(
  definition: DocumentDefinition<Content>,
  content: Content,
  before: KnownDocument<Content> | null,
): KnownDocument<Content> {
  const seen = z.encode(definition.schema, content);
  const stored = before === null ? seen : keepUnknown(seen, before.seen, before.stored);
  if (!isObject(stored)) throw new Error(`${definition.name} is not a JSON object`);
  return { content, version: latestVersion(definition), stored, seen };
}

/** What is written to the disk. */
export function fileContent<Content>(
  { firstVersion }: Pick<DocumentDefinition<Content>, 'firstVersion'>,
  { version, stored }: Pick<KnownDocument<Content>, 'version' | 'stored'>,
): JsonObject {
  return version === 1 && firstVersion === 'unnumbered' ? stored : { version, ...stored };
}

/** Versioned JSON documents: upgrades older versions step by step and refuses newer ones. */
import { z } from 'zod';
import { readBack } from '#shared/texts/text-kinds.ts';
import { isObject, keepUnknown, parseKnown, type JsonObject } from './unknown-keys.ts';

/** Upgrades a document by one version. Pure. Spreads its input, so that unnamed keys survive. */
export type Step = (document: JsonObject) => JsonObject;

export interface DocumentDefinition<Content> {
  /** Name of the file, without `.json`. */
  readonly name: string;
  /** Strict schema. A key added later needs a `.default()`, so that older documents have a value for it. */
  readonly schema: z.ZodType<Content>;
  /** Defaults of top-level keys that differ between machines. */
  readonly defaults?: JsonObject;
  /** Upgrades, the first from version 1 to 2. This program writes the version after the last step. */
  readonly steps: readonly Step[];
  /**
   * True for a document that steers payments: nothing replaces a damaged one until a person has set it aside. Others are moved
   * aside when a new one replaces them. Until then every start reports them.
   */
  readonly steers?: boolean;
}

export interface KnownDocument<Content> {
  readonly content: Content;
  /** Version that was read, or is written. */
  readonly version: number;
  /** Stored form at the latest version, without its number but with keys of newer programs. */
  readonly stored: JsonObject;
  /** Stored form without the keys that this program does not know. */
  readonly seen: unknown;
}

export type ReadDocument<Content> =
  | { readonly kind: 'read'; readonly document: KnownDocument<Content> }
  | { readonly kind: 'newer'; readonly version: number };

const versionSchema = z.int().min(1).default(1);

export const latestVersion = ({ steps }: Pick<DocumentDefinition<unknown>, 'steps'>): number => steps.length + 1;

/** Reads a document. Throws when the text is not one of this definition. */
export function readDocument<Content>(definition: DocumentDefinition<Content>, text: string): ReadDocument<Content> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error(`${definition.name} is not a JSON object`);
  const { version: number, ...first } = value;
  const version = versionSchema.parse(number);
  // Checked first, because nothing else about a newer document is known.
  if (version > latestVersion(definition)) return { kind: 'newer', version };
  const stored = definition.steps.slice(version - 1).reduce<JsonObject>((document, step) => step(document), first);
  const schema = readBack(definition.schema);
  const content = parseKnown(schema, { ...definition.defaults, ...stored });
  return { kind: 'read', document: { content, version, stored, seen: z.encode(schema, content) } };
}

/**
 * Returns the document with its new content. Throws when the schema could not read that content back.
 *
 * @param before the document stored now; null when there is none
 */
export function changeDocument<Content>(
  definition: DocumentDefinition<Content>,
  content: Content,
  before: KnownDocument<Content> | null,
): KnownDocument<Content> {
  const seen = z.encode(readBack(definition.schema), content);
  const stored = before === null ? seen : keepUnknown(seen, before.seen, before.stored);
  if (!isObject(stored)) throw new Error(`${definition.name} is not a JSON object`);
  return { content, version: latestVersion(definition), stored, seen };
}

/** Returns the JSON that is written to the disk. */
export const fileContent = ({ version, stored }: Pick<KnownDocument<unknown>, 'version' | 'stored'>): JsonObject => ({
  version,
  ...stored,
});

/** Keys of texts by type, for code that is handed a function to read them. */
import type { en } from './en.ts';

/** Keys of the texts `Text`, without the endings of plurals. */
export type TextKeys<Text> = {
  [Key in keyof Text & string]: Text[Key] extends string
    ? Key extends `${infer Base}_${'one' | 'other'}`
      ? Base
      : Key
    : `${Key}.${TextKeys<Text[Key]>}`;
}[keyof Text & string];

/** Keys of whole namespaces, such as `common:nav.charge`. */
export type NamespaceKey<Space extends keyof typeof en> = {
  [Name in Space]: `${Name}:${TextKeys<(typeof en)[Name]>}`;
}[Space];

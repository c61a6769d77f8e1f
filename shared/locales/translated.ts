/** The shape of a translation: the same keys as the English text, every leaf a string. A missing key is a compile error. */
export type Translated<Text> = {
  readonly [Key in keyof Text]: Text[Key] extends string ? string : Translated<Text[Key]>;
};

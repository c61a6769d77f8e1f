/** Forbids the words "undefined" and "null" as texts: `String` of a value that may be absent is no string for the compiler. */
interface StringConstructor {
  <Value>(
    value: Value,
  ): unknown extends Value
    ? string
    : [Extract<Value, null | undefined>] extends [never]
      ? string
      : { readonly mayBeAbsent: Value };
}

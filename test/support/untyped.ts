/** Passes a value that the compiler rejects: an invalid input, or a value of a library with wrong types. */
export function untyped<Type>(value: unknown): Type {
  return value as Type
}

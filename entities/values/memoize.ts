/** Returns a function that calls `make` once, at its first call, and always returns this value. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

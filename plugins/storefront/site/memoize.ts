/** Keeps the results by their two keys. Use it for few keys only, because it forgets none. */
export function memoize<Result>(compute: (a: string, b: string) => Result): (a: string, b: string) => Result {
  const results = new Map<string, Result>()
  return (a, b) => {
    const key = `${a} ${b}`
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(a, b)
    results.set(key, result)
    return result
  }
}

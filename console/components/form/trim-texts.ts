/** Passwords and passphrases keep their blanks, and are in no draft. */
export const isPassword = (name: string): boolean => /password|passphrase/.test(name)

/** The values without blanks around their texts, except passwords. A text of blanks is empty. */
export function trimTexts<Values>(values: Values): Values
export function trimTexts(values: unknown): unknown {
  if (typeof values === 'string') return values.trim()
  if (Array.isArray(values)) return values.map((value) => trimTexts(value))
  if (typeof values !== 'object' || values === null || Object.getPrototypeOf(values) !== Object.prototype) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isPassword(name) ? value : trimTexts(value)]),
  )
}

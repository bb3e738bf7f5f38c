import { problemsOfTheme } from './problems-of-theme.ts'
import { DESIGNED, type Theme, type ThemeChanges, themeSchema } from './theme.ts'

interface CheckedTheme {
  theme: Theme
  /** A sentence for each wrong token, and for each colour that is hard to read. */
  problems: readonly string[]
}

/** The theme of the option `theme`. */
export function themeOfCode(changes: ThemeChanges = {}): CheckedTheme {
  const { data, error } = themeSchema.safeParse({ ...DESIGNED, ...changes })
  const faults = data
    ? problemsOfTheme(data)
    : error.issues.map(({ path, message }) => `${path.join('.') || 'theme'}: ${message}.`)
  const problems = faults.map((fault) => `The option "theme" of the storefront is wrong. ${fault}`)
  return { theme: data ?? DESIGNED, problems }
}

import { z } from 'zod'
import { problemsOfTheme } from './problems-of-theme.ts'
import { DESIGNED, type Theme, type ThemeChanges, themeSchema } from './theme.ts'

/** The theme of the option `theme`. @throws TypeError for a wrong value, and for colours that are hard to read. */
export function themeOfCode(changes: ThemeChanges = {}): Theme {
  const { data, error } = themeSchema.safeParse({ ...DESIGNED, ...changes })
  if (!data) throw new TypeError(`The option theme of the storefront is wrong.\n${z.prettifyError(error)}`)
  const [problem] = problemsOfTheme(data)
  if (problem) throw new TypeError(`The option theme of the storefront is wrong. ${problem}`)
  return data
}

import { isDeepStrictEqual } from 'node:util'
import { type Theme, type ThemeChanges, themeSchema } from './theme.ts'

const TOKENS = Object.keys(themeSchema.shape) as (keyof Theme)[]

/**
 * A theme with stored changes. A token that this version does not accept keeps its value, so that an upgrade never stops a shop.
 */
export function mergeTheme(base: Theme, changes: Readonly<Record<string, unknown>>): Theme {
  const valid = TOKENS.flatMap((name) => {
    const { success, data } = themeSchema.shape[name].safeParse(changes[name])
    return success ? [[name, data]] : []
  })
  return { ...base, ...Object.fromEntries(valid) }
}

/** The tokens that differ, so that the others follow the code of the shop. */
export const changesOf = (theme: Theme, base: Theme): ThemeChanges =>
  Object.fromEntries(
    TOKENS.filter((name) => !isDeepStrictEqual(theme[name], base[name])).map((name) => [name, theme[name]]),
  )

import type { Language } from '../texts/languages.ts'
import type { Site } from './site.ts'

type Languages = Pick<Site, 'languages'>

/** The first language has no prefix. */
export const prefixOf = ({ languages: [first] }: Languages, { code }: Pick<Language, 'code'>): '' | `/${string}` =>
  code === first.code ? '' : `/${code}`

/** The path of a page in a language. */
export function pathIn(site: Languages, language: Pick<Language, 'code'>, path: `/${string}`): `/${string}`
export function pathIn(site: Languages, language: Pick<Language, 'code'>, path: string): string
export function pathIn(site: Languages, language: Pick<Language, 'code'>, path: string): string {
  const prefix = prefixOf(site, language)
  return path === '/' ? prefix || '/' : prefix + path
}

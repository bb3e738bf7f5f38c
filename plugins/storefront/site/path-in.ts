import type { Language } from '../texts/languages.ts'
import type { Site } from './site.ts'

/** The path of a page in a language. The first language has no prefix. */
export function pathIn({ languages: [first] }: Pick<Site, 'languages'>, { code }: Language, path: string): string {
  const prefix = code === first.code ? '' : `/${code}`
  return path === '/' ? prefix || '/' : prefix + path
}

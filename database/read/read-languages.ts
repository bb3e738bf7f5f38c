import type { EntityManager } from '@mikro-orm/postgresql'

const NONE: readonly string[] = []
const languages = new WeakMap<EntityManager, readonly string[]>()

/** The languages of the texts that `readTrees` reads, the preferred one first. None: all texts are in the default language. */
export const readLanguagesOf = (em: EntityManager): readonly string[] => languages.get(em) ?? NONE

export function setReadLanguages(em: EntityManager, chain: readonly string[]): EntityManager {
  languages.set(em, chain)
  return em
}

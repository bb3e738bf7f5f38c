import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'

/** Returns the entities with translated texts by the names of their tables. */
export function translatedEntities(em: EntityManager): ReadonlyMap<string, EntityMetadata> {
  const all = [...em.getMetadata().getAll().values()].filter((meta) => translatedColumnsOf(meta.class).length > 0)
  return new Map(all.map((meta) => [meta.tableName, meta] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export const unknownEntity = (em: EntityManager, name: string): InvalidData =>
  new InvalidData(`${name} has no translations. Use one of: ${[...translatedEntities(em).keys()].join(', ')}.`)
    .about('entity')
    .because({ name: 'value_not_allowed' })

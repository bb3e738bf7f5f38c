import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { translateRows } from '#entities/market/language/translate-rows.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import type { TranslationChanges } from '#entities/platform/translation/translation.ts'
import { memoizeFor } from '#entities/values/memoize.ts'
import { existsSql } from './entity-statements.ts'
import { translatedEntities, unknownEntity } from './translated-entities.ts'

export interface TranslatedTexts {
  /** The name of the table. */
  entity: string
  id: string
  translations: TranslationChanges
}

/**
 * Stores the texts of any rows, and announces their change.
 * @throws NotFound if a row does not exist. InvalidData for an unknown entity, column or language.
 */
export async function saveTranslations(em: EntityManager, rows: readonly TranslatedTexts[]): Promise<void> {
  const entities = translatedEntities(em)
  const ofEntities = Map.groupBy(rows, ({ entity }) => entity)
  for (const name of ofEntities.keys()) if (!entities.has(name)) throw unknownEntity(em, name)
  const products = new Set<string>()
  for (const name of [...ofEntities.keys()].sort()) {
    const ids = [...new Set(ofEntities.get(name)?.map(({ id }) => id))]
    const found = await lockStatementOf(entities.get(name)!)(em, ids)
    const missing = ids.find((id) => !found.some((row) => row.id === id))
    if (missing !== undefined)
      throw new NotFound(`${name} with id: ${missing} was not found`).because({ name: 'entry_missing' })
    for (const { product_id } of found) if (product_id !== null) products.add(product_id)
  }
  await translateRows(
    em,
    rows.map(({ entity, id, translations }) => ({ entity: entities.get(entity)!.class, id, translations })),
  )
  await announceAll(em, [...[...products].map(productUpdated), ...rows.flatMap(updatedOf)])
}

const productUpdated = (id: string): Announcement => ({ name: 'product.updated', payload: { id } })

const EVENTS = {
  product_category: 'product-category.updated',
  product_collection: 'product-collection.updated',
  region: 'region.updated',
} as const

function updatedOf({ entity, id }: TranslatedTexts): Announcement[] {
  const name = Object.entries(EVENTS).find(([table]) => table === entity)?.[1]
  return name ? [{ name, payload: { id } }] : []
}

/** Locks the rows, also because the triggers that count translations lock them, and finds their products. */
const lockStatementOf = memoizeFor((meta: EntityMetadata) =>
  statement<{ id: string; product_id: string | null }, [ids: readonly string[]]>(lockSql(meta)),
)

const PRODUCTS: Readonly<Record<string, string>> = {
  product: 't.id',
  product_variant: 't.product_id',
  product_option: 't.product_id',
  product_option_value: '(select product_id from product_option where id = t.option_id)',
}

const lockSql = (meta: EntityMetadata): string => `
  select t.id, ${PRODUCTS[meta.tableName] ?? 'null::text'} as product_id from "${meta.tableName}" t
  where t.id = any($1::text[]) and ${existsSql(meta)}
  order by t.id for no key update of t`

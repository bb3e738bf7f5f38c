import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#entities/values/id.ts'
import { ProductTag } from './product-tag.ts'
import { ProductType } from './product-type.ts'

/** The tags with these values; those that are not there yet are made. */
export async function tagsByValue(em: EntityManager, values: readonly string[]): Promise<ProductTag[]> {
  if (values.length === 0) return []
  await insertMissingValues(em, 'product_tag', 'ptag', values)
  return em.find(ProductTag, { value: { $in: [...values] } })
}

/** The type with this value; made where there is none yet. */
export async function typeByValue(em: EntityManager, value: string): Promise<ProductType> {
  await insertMissingValues(em, 'product_type', 'ptyp', [value])
  return em.findOneOrFail(ProductType, { value })
}

/** Makes what is not there yet of these values of tags or types. */
export async function insertMissingValues(
  em: EntityManager,
  table: string,
  prefix: string,
  values: readonly string[],
): Promise<void> {
  const rows = [...new Set(values)].map((value) => ({ id: newId(prefix), value }))
  await em.execute(
    `insert into ${table} (id, created_at, updated_at, value)
     select id, now(), now(), value from jsonb_to_recordset(?::jsonb) as given (id text, value text)
     where not exists (select from ${table} t where t.value = given.value and t.deleted_at is null)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

/** The ten tags that most products have. The number is a text, as it ever was in this wire format. */
export function mostUsedTags(em: EntityManager): Promise<{ id: string; usage_count: string; value: string }[]> {
  return em.execute(
    `select t.id, count(p.id)::text as usage_count, t.value
     from product_tag t
       left join product_tags l on l.product_tag_id = t.id
       left join product p on p.id = l.product_id and p.deleted_at is null
     where t.deleted_at is null
     group by t.id order by count(p.id) desc, t.created_at, t.id limit 10`,
  )
}

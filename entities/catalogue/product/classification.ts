import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#entities/values/id.ts'
import { ProductTag } from './product-tag.ts'
import { ProductType } from './product-type.ts'

export async function tagsByValue(em: EntityManager, values: readonly string[]): Promise<ProductTag[]> {
  if (values.length === 0) return []
  await insertMissingValues(em, 'product_tag', 'ptag', values)
  return em.find(ProductTag, { value: { $in: [...values] } })
}

export async function typeByValue(em: EntityManager, value: string): Promise<ProductType> {
  await insertMissingValues(em, 'product_type', 'ptyp', [value])
  return em.findOneOrFail(ProductType, { value })
}

export async function insertMissingValues(
  em: EntityManager,
  table: string,
  prefix: string,
  values: readonly string[],
): Promise<void> {
  const rows = [...new Set(values)].map((value) => ({ id: newId(prefix), value }))
  await em.execute(
    `insert into ${table} (id, created_at, updated_at, value)
     select id, now(), now(), value from jsonb_to_recordset(?::jsonb) as input (id text, value text)
     where not exists (select from ${table} t where t.value = input.value and t.deleted_at is null)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

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

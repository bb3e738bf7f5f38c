import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { importNotice } from '#entities/catalogue/import-export/import-notice.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { newId } from '#entities/values/id.ts'

/** Creates the groups that the tags lack, and adds the created and changed customers to the groups of their tags. */
export async function applyGroups(em: EntityManager): Promise<void> {
  const missing = await selectMissing(em)
  await insertGroups(em, JSON.stringify(missing.map(({ name }) => ({ id: newId('cgrp'), name }))))
  await insertMembers(em)
}

/** Names the groups that the import creates. */
export async function groupNotices(em: EntityManager): Promise<BatchNotice[]> {
  const missing = await selectMissing(em)
  const values = missing.map(({ name }) => name).join(', ')
  return missing.length > 0 ? [importNotice({ name: 'import_creates', what: 'groups', values })] : []
}

const TAGS_SQL = `select r.target, tag from old_customer r cross join lateral jsonb_array_elements_text(r.tags) tag
  where r.is_kept is not true`

const selectMissing = statement<{ name: string }>(`
  select min(tag) as name from (${TAGS_SQL}) tagged
  where not exists (select from customer_group g where lower(g.name) = lower(tag) and g.deleted_at is null)
  group by lower(tag) order by 1`)

const insertGroups = statement(`
  insert into customer_group (id, created_at, updated_at, name)
  select id, now(), now(), name from jsonb_to_recordset($1::jsonb) as created (id text, name text)
  on conflict do nothing`)

const insertMembers = statement(`
  insert into customer_group_customers (customer_group_id, customer_id)
  select distinct g.id, target from (${TAGS_SQL} and r.target is not null) tagged
  join customer_group g on lower(g.name) = lower(tag) and g.deleted_at is null
  order by 1, 2 on conflict do nothing`)

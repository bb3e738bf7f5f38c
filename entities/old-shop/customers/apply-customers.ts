import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { ADDRESS_PARTS } from '#entities/people/customer/address-input.ts'
import { addTagNames } from '#entities/platform/tag/change-tags.ts'
import { MAX_TAGS } from '#entities/platform/tag/tag-names.ts'
import type { OldProgram } from '../old-program.ts'
import { NEW_ADDRESSES_SQL } from './staged-customers.ts'

/** Returns the numbers of created and changed customers. An account that a customer opens at the same time is not created. */
export async function applyCustomers(
  em: EntityManager,
  { source, batchJobId }: { source: OldProgram; batchJobId: string },
): Promise<{ CUSTOMER_CREATE: number; CUSTOMER_UPDATE: number }> {
  const created = await insertCustomers(em)
  await setCreatedTargets(em)
  await insertFacts(em, source, batchJobId)
  const updated = await updateCustomers(em)
  await updateFacts(em)
  const names = await selectTagNames(em)
  await addTagNames(
    em,
    'customer',
    names.map(({ name }) => name),
  )
  await insertAddresses(em)
  await setBillingAddresses(em)
  await linkPastOrders(em)
  return { CUSTOMER_CREATE: created.length, CUSTOMER_UPDATE: updated.length }
}

const insertCustomers = statement<{ id: string }>(`
  insert into customer (id, created_at, updated_at, email, first_name, last_name, phone, has_account, metadata, tags)
  select id, now(), now(), email, first_name, last_name, phone, true, metadata,
    nullif(array(select jsonb_array_elements_text(tag_names)), '{}')
  from old_customer
  where target is null order by email
  on conflict do nothing returning id`)

/** From here on, a row without a target is an account that a customer has opened in the meantime. */
const setCreatedTargets = statement(`
  update old_customer o set target = c.id from customer c where o.target is null and c.id = o.id`)

const insertFacts = statement(`
  insert into imported_customer (customer_id, batch_job_id, source, external_id, note, tags, is_tax_exempt)
  select id, $2, $1, external_id, note, tags, is_tax_exempt from old_customer where target = id order by id`)

/** As `normalizeTag`: `imported_customer` has the tags in the spelling of the file. */
const OLD_NAMES_SQL = `
  select lower(normalize(btrim(regexp_replace(old, '\\s+', ' ', 'g')), nfc)) from jsonb_array_elements_text(i.tags) old`

/**
 * The tags of the customer and the new ones of the file, without tags that the file has lost. A tag that a user has removed stays
 * removed. Only new tags of the file can be too many.
 */
const TAGS_SQL = `nullif(array(
  with kept as (
    select t from unnest(c.tags) t where t not in (${OLD_NAMES_SQL}) or t in (select jsonb_array_elements_text(o.tag_names))
  ), added as (
    select n from jsonb_array_elements_text(o.tag_names) n
    where n not in (${OLD_NAMES_SQL}) and n not in (select t from kept)
    order by n collate "C" limit greatest(${MAX_TAGS} - (select count(*) from kept), 0)
  )
  select t from (select t from kept union all select n from added) found order by t collate "C"), '{}')`

const updateCustomers = statement<{ id: string }>(`
  update customer c set updated_at = now(), first_name = coalesce(o.first_name, c.first_name),
    last_name = coalesce(o.last_name, c.last_name), phone = coalesce(o.phone, c.phone),
    metadata = coalesce(c.metadata, '{}') || o.metadata, tags = ${TAGS_SQL}
  from old_customer o join imported_customer i on i.customer_id = o.target
  where o.is_changed and c.id = o.target returning c.id`)

const updateFacts = statement(`
  update imported_customer i set external_id = coalesce(o.external_id, i.external_id), note = coalesce(o.note, i.note),
    tags = o.tags, is_tax_exempt = coalesce(o.is_tax_exempt, i.is_tax_exempt)
  from old_customer o where o.is_changed and i.customer_id = o.target`)

const selectTagNames = statement<{ name: string }>(`
  select distinct name from old_customer cross join lateral jsonb_array_elements_text(tag_names) name
  where (target = id or is_changed) order by name`)

const PARTS = ADDRESS_PARTS.join(', ')

const insertAddresses = statement(`
  insert into address (id, created_at, updated_at, customer_id, ${PARTS})
  select id, now() + place * interval '1 millisecond', now(), target, ${PARTS}
  from (${NEW_ADDRESSES_SQL} and r.target is not null and r.is_kept is not true) added order by id`)

const setBillingAddresses = statement(`
  update customer c set billing_address_id = o.addresses->0->>'id'
  from old_customer o where c.id = o.id and o.target = o.id and jsonb_array_length(o.addresses) > 0`)

/** Only the owner of the mailbox can set the password of an imported account, so it may show the orders of the mailbox. */
const linkPastOrders = statement(`
  update past_order p set customer_id = o.id, updated_at = now()
  from old_customer o where o.target = o.id and lower(p.email) = o.email and p.customer_id is null`)

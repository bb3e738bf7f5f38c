import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import type { CustomerRows } from './customer-rows.ts'
import type { Person } from './find-person.ts'
import type { PersonalTable } from './personal-tables.ts'

/** Matches the ids of the customers and the e-mail address in the text of a JSON value. */
export const patternOf = ({ customers, email }: Person): string =>
  [...customers, ...(email === undefined ? [] : [email])].map(escapePattern).join('|')

const escapePattern = (text: string): string => text.replace(/[^\w@-]/g, '\\$&')

/** Each response with personal data contains the id of a row of these tables, or of a table that refers to customers. */
const RESPONSE_TABLES = ['swap', 'draft_order', 'payment_collection', 'note']

/** PostgreSQL refuses a regular expression that is too long. */
const MAX_ALTERNATIVES = 300

/** Removes personal data from events, saved responses, batch jobs and queued jobs. */
export async function eraseTraces(
  em: EntityManager,
  person: Person,
  { rows, tables }: { rows: CustomerRows; tables: ReadonlyMap<string, PersonalTable> },
): Promise<void> {
  const pattern = patternOf(person)
  const ids = rows.ids()
  await batch(
    em,
    eraseEvents.with(ids, pattern),
    eraseBatchContexts.with(pattern),
    deleteJobs.with(ids, person.email ?? null),
    eraseJobErrors.with(ids),
  )
  const shown = [...tables.values()]
    .filter(({ name, links }) => RESPONSE_TABLES.includes(name) || links.some(({ target }) => target === 'customer'))
    .flatMap(({ name }) => rows.idsOf(name))
  const alternatives = [pattern, ...shown.map(escapePattern)]
  for (let i = 0; i < alternatives.length; i += MAX_ALTERNATIVES)
    await eraseSavedResponses(em, alternatives.slice(i, i + MAX_ALTERNATIVES).join('|'))
}

/** An event keeps the ids of rows. A private event is not delivered any longer. */
const eraseEvents = statement(`
  with erased as (
  update event set
    payload = coalesce((select jsonb_object_agg(key, value) from jsonb_each(payload)
      where key = 'id' or key ~ '_ids?$' or jsonb_typeof(value) in ('boolean', 'number', 'null')), '{}'),
    awaited_by = case when is_private then '{}' else awaited_by end
  where payload::text ~* $2
    or exists (select from jsonb_each_text(payload) where value = any($1::text[]))
  returning id, is_private)
  delete from event_outbox where event_id in (select id from erased where is_private)`)

/** A repeated request gets a conflict. Without the row, it would run twice. */
const eraseSavedResponses = statement(`
  update idempotency_key set request = 'erased', answer = ''
  where request <> 'erased' and answer is not null and encode(answer, 'escape') ~ $1`)

const eraseBatchContexts = statement(`
  update batch_job set context = '{}', result = result - 'notices'
  where (context::text ~* $1 or result::text ~* $1) and coalesce(completed_at, canceled_at, failed_at) is not null`)

/** The jobs of the core that name a cart or an e-mail address are messages that the erasure makes useless. */
const deleteJobs = statement(`
  delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
  where t.id = j.task_id and j.locked_at is null and (
    t.identifier = 'process_payment_notice' and j.payload -> 'notice' ->> 'cart_id' = any($1::text[])
    or position($2::text in lower(j.payload::text)) > 0)`)

const eraseJobErrors = statement(`
  update graphile_worker._private_jobs j set last_error = null
  where last_error is not null and exists (
    select from regexp_matches(payload::text, '[a-z]+_[0-9A-Z]{26}', 'g') as id where id[1] = any($1::text[]))`)

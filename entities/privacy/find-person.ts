import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { ERASED_EMAIL } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { normalizeEmail, storedSpellings } from '#entities/values/email.ts'

export interface Person {
  customers: readonly string[]
  /** All rows with this e-mail address belong to the person. Undefined if other customers have the address too. */
  email: string | undefined
}

/**
 * A customer, or all customers, orders and carts with an e-mail address. `includesGuests` adds those with the e-mail address of the
 * customer.
 */
export type PersonQuery = { id: string; includesGuests?: boolean | undefined } | { email: string }

/** @throws NotFound if no customer has the id. The result for an unknown e-mail address has no customers. */
export async function findPerson(em: EntityManager, query: PersonQuery): Promise<Person> {
  if ('email' in query) return findByEmail(em, await storedSpellingOf(em, query.email))
  const [customer] = await selectById(em, query.id)
  if (!customer) throw new NotFound(`Customer with id: ${query.id} was not found`)
  if (customer.email === ERASED_EMAIL) return { customers: [query.id], email: undefined }
  if (query.includesGuests) return findByEmail(em, customer.email)
  return { customers: [query.id], email: customer.is_only ? customer.email : undefined }
}

/** Older and imported rows may have a decomposed address. */
async function storedSpellingOf(em: EntityManager, email: string): Promise<string> {
  const [stored] = await selectSpelling(em, storedSpellings(email))
  return stored?.email ?? normalizeEmail(email)
}

async function findByEmail(em: EntityManager, email: string): Promise<Person> {
  if (email === ERASED_EMAIL) throw new NotFound('This e-mail address is the placeholder of erased customers')
  return { customers: (await selectByEmail(em, email)).map(({ id }) => id), email }
}

const selectSpelling = statement<{ email: string }>(
  'select lower(email) as email from customer where lower(email) = any($1::text[]) limit 1',
)
const selectByEmail = statement<{ id: string }>('select id from customer where lower(email) = $1 order by id')
const selectById = statement<{ email: string; is_only: boolean }>(`
  select lower(email) as email, not exists (
    select from customer other where lower(other.email) = lower(c.email) and other.id <> c.id) as is_only
  from customer c where id = $1 and (deleted_at is null or c.email = '${ERASED_EMAIL}')`)

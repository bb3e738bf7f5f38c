import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { Duplicate, InvalidData, NotFound } from '#entities/errors.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { createUser } from '#entities/people/user/create-user.ts'
import { endUserLogins } from '#entities/people/user/end-user-logins.ts'
import { userByEmail } from '#entities/people/user/find-user.ts'
import { User } from '#entities/people/user/user.ts'
import { openShop, type Program } from '../open-shop.ts'
import { createdMs, dated } from '../row-times.ts'
import { selectPerson } from './entries.ts'
import type { Person } from './people.ts'

export interface Member {
  shop_id: string
  email: string
  user_id: string
  created_at: Date
}

export interface NewMember {
  shop: string
  /** The e-mail address of the person. */
  email: string
  /** The e-mail address of its user in the shop. Default: the same. */
  user?: string | undefined
  /** The role of a new user. Without it, the user must exist. */
  role?: string | undefined
}

/**
 * Links a person to its user of a shop, by the id of the user. A user that gets the same e-mail address later has no access to the
 * other shops of the person.
 * @throws NotFound without such a user and without a role for a new one.
 */
export async function addMember(
  program: Program,
  { shop, email, user = email, role }: NewMember,
): Promise<Person & { generatedPassword?: string }> {
  const { directory } = program
  const record = await directory.get(shop)
  if (record.status === 'creating') throw new InvalidData(`The shop ${shop} is not complete. Create it again.`)
  const { people } = directory
  const link = async (user_id: string) => {
    const person = await people.ensure(email)
    const [linked] = await insertMember(people.em, shop, person.id, user_id)
    if (!linked) throw new Duplicate(`${email} is already a member of the shop ${shop}`)
    return person
  }
  await using opened = await openShop(program, record)
  const known = await userByEmail(opened.orm.em.fork(), user)
  if (!known && role === undefined)
    throw new NotFound(`The shop ${shop} has no user with the e-mail address ${user}. Name a role to create it.`)
  if (!known) return await inTransaction(opened.orm.em, async (em) => link((await addUser(em, user, role)).id))
  const [other] = await selectPerson(people.em, shop, known.id)
  if (other) throw new Duplicate(`The user ${user} of the shop ${shop} already belongs to ${other.email}`)
  return await link(known.id)
}

async function addUser(em: EntityManager, email: string, role: string | undefined): Promise<{ id: string }> {
  // The person logs in with the password of the deployment, so this one is never used.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  return createUser(em, { email, role, password_hash })
}

/**
 * Ends the link and all logins of the user in the shop. The user stays, with its password of the shop.
 * @throws NotFound
 */
export async function removeMember(program: Program, { shop, email }: { shop: string; email: string }): Promise<void> {
  const { directory } = program
  const record = await directory.get(shop)
  const { id } = await directory.people.get(email)
  // A shop that does not open keeps the link, so the removal can be repeated.
  await using opened = await openShop(program, record)
  const [removed] = await deleteMember(directory.people.em, shop, id)
  if (!removed) throw new NotFound(`${email} is not a member of the shop ${shop}`)
  await inTransaction(opened.orm.em, async (em) => {
    const user = await lockRow(em, User, { id: removed.user_id })
    if (user) await endUserLogins(em, user)
  })
}

/** The members of one shop, or of all shops for null. */
export const listMembers = async ({ directory }: Pick<Program, 'directory'>, shop: string | null): Promise<Member[]> =>
  (await selectMembers(directory.people.em, shop)).map(dated)

const insertMember = statement<{ user_id: string }>(`
  insert into shop_member (shop_id, person_id, user_id) values ($1, $2, $3) on conflict do nothing returning user_id`)

const deleteMember = statement<{ user_id: string }>(
  'delete from shop_member where shop_id = $1 and person_id = $2 returning user_id',
)

const selectMembers = statement<Omit<Member, 'created_at'> & { created_ms: number }>(`
  select m.shop_id, p.email, m.user_id, ${createdMs('m.created_at')} from shop_member m join person p on p.id = m.person_id
  where $1::text is null or m.shop_id = $1 order by m.shop_id, p.email`)

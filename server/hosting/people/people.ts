import { createHash } from 'node:crypto'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { InvalidData, NotFound, Unauthorized } from '#entities/errors.ts'
import { hashPassword, passwordMatches } from '#entities/people/credentials/password.ts'
import { EMAIL, normalizeEmail } from '#entities/values/email.ts'
import { newId } from '#entities/values/id.ts'
import { generatePassword } from '#server/database/administrator.ts'
import { JOBS_CHANNEL } from '../listen-for-jobs.ts'
import { createdMs, dated } from '../row-times.ts'

export interface Person {
  id: string
  email: string
}

export interface VerifiedPerson extends Person {
  isOperator: boolean
  /** Of the verified password. */
  passwordHash: string
}

/** The persons of the deployment, in the database of the directory. Their passwords are not those of the users of shops. */
export class People {
  readonly #orm: MikroORM

  constructor(orm: MikroORM) {
    this.#orm = orm
  }

  get em(): EntityManager {
    return this.#orm.em.fork()
  }

  /** Returns the person with the e-mail address. `generatedPassword` is set for a new one without a password. */
  async ensure(email: string, password?: string): Promise<Person & { generatedPassword?: string }> {
    const normalized = normalizeEmail(email.trim())
    if (!EMAIL.test(normalized)) throw new InvalidData(`${email} is not an e-mail address`).about('email')
    const known = await this.find(normalized)
    if (known) return known
    const generatedPassword = password === undefined ? generatePassword() : undefined
    const hash = await hashPassword(password ?? generatedPassword!)
    const [added] = await insertPerson(this.em, newId('pers'), normalized, hash)
    if (!added) return this.ensure(email, password)
    return { ...added, ...(generatedPassword === undefined ? {} : { generatedPassword }) }
  }

  async find(email: string): Promise<Person | undefined> {
    const [row] = await selectByEmail(this.em, normalizeEmail(email.trim()))
    return row && { id: row.id, email: row.email }
  }

  /** @throws NotFound */
  async get(email: string): Promise<Person> {
    const person = await this.find(email)
    if (!person) throw new NotFound(`No person of this deployment has the e-mail address ${email}`)
    return person
  }

  /** Makes a person an operator. Returns it as `ensure` does. */
  async addOperator(email: string, password?: string): Promise<Person & { generatedPassword?: string }> {
    const person = await this.ensure(email, password)
    await this.#setOperator(person.id, true)
    return person
  }

  /** Ends also the sessions of the operator. @throws NotFound. @throws InvalidData for the last operator. */
  async removeOperator(email: string): Promise<void> {
    await this.#setOperator((await this.get(email)).id, false)
  }

  async #setOperator(id: string, isOperator: boolean): Promise<void> {
    await inTransaction(this.#orm.em, async (em) => {
      await lockOperators(em)
      const others = (await selectOperators(em)).filter((one) => one.id !== id)
      if (!isOperator && others.length === 0)
        throw new InvalidData('This is the last operator. Add another one before.').about('email')
      await updateOperator(em, id, isOperator)
      if (!isOperator) await deleteSessions(em, id)
    })
  }

  async operators(): Promise<(Person & { created_at: Date; has_second_factor: boolean })[]> {
    return (await selectOperators(this.em)).map(dated)
  }

  /** Returns the person if the password is right. */
  async verify(email: string, password: string): Promise<VerifiedPerson | undefined> {
    const [row] = await selectByEmail(this.em, normalizeEmail(email.trim()))
    if (!(await passwordMatches(row?.password_hash, password)) || !row) return undefined
    return { id: row.id, email: row.email, isOperator: row.is_operator, passwordHash: row.password_hash }
  }

  /** Replaces the password and ends all sessions that the old one has begun at the operator's host. */
  async setPassword(id: string, password: string): Promise<void> {
    const hash = await hashPassword(password)
    await inTransaction(this.#orm.em, (em) => replaceHash(em, id, hash))
  }

  /** Returns the generated password, if there is no other one. */
  async replacePassword(id: string, password?: string): Promise<string | undefined> {
    const generated = password === undefined ? generatePassword() : undefined
    await this.setPassword(id, password ?? generated!)
    return generated
  }
}

/** Replaces the password, and ends all that the old one has begun. */
export async function replaceHash(em: EntityManager, id: string, hash: string): Promise<void> {
  await updatePassword(em, id, hash)
  await deleteSessions(em, id)
  await endShopSessions(em, id)
}

/** The session of the person has not ended, so this is no `Unauthorized`. */
export const wrongPassword = () =>
  new InvalidData('Your password is wrong.').about('password').because({ name: 'password_wrong' })

/** Locks the person. @throws Unauthorized if its password has changed since it was verified. */
export async function lockPerson(em: EntityManager, { id, passwordHash }: LockedPerson): Promise<Person> {
  const [person] = await selectForUpdate(em, id, passwordHash ?? null)
  if (!person) throw new Unauthorized()
  return person
}

interface LockedPerson {
  id: string
  /** Of the verified password. Undefined for another proof of its identity. */
  passwordHash?: string | undefined
}

const selectForUpdate = statement<Person>(`
  select id, email from person where id = $1 and ($2::text is null or password_hash = $2) for no key update`)

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const insertPerson = statement<Person>(`
  insert into person (id, email, password_hash) values ($1, $2, $3) on conflict (email) do nothing returning id, email`)

const selectByEmail = statement<Person & { password_hash: string; is_operator: boolean }>(
  'select id, email, password_hash, is_operator from person where email = $1',
)

const lockOperators = statement('select pg_advisory_xact_lock(20270105)')

const selectOperators = statement<Person & { created_ms: number; has_second_factor: boolean }>(`
  select id, email, ${createdMs()},
    exists (select from second_factor where user_id = person.id and app_secret is not null) as has_second_factor
  from person where is_operator order by email`)

const updateOperator = statement('update person set is_operator = $2::boolean where id = $1')

const updatePassword = statement('update person set password_hash = $2 where id = $1')

/** Ends the sessions of the person at the operators' host. */
export const deleteSessions = statement('delete from operator_session where person_id = $1')

/**
 * Ends the access of sessions in shops to the other shops of the person, and these sessions themselves: each shop ends its sessions
 * in its next turn, or at its next start.
 */
export const endShopSessions = statement(`
  with entries as (
    delete from shop_entry where person_id = $1
  ), proofs as (
    delete from proven_session where person_id = $1 returning shop_id, session_id
  ), ended as (
    insert into ended_session (shop_id, session_id) select shop_id, session_id from proofs on conflict do nothing
  )
  select pg_notify('${JOBS_CHANNEL}', shop_id) from (select distinct shop_id from proofs) shops`)

import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { NewColumns } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import { findScopesOfRole } from '../role/find-role.ts'
import { User } from './user.ts'

export type NewUser = NewColumns<User, 'email', 'first_name' | 'last_name'> & {
  /** Default: `member`. */
  role?: string | undefined
  password_hash: string
}

/** Flushes immediately to report an e-mail address that is already in use. */
export async function createUser(em: EntityManager, values: NewUser): Promise<User> {
  const email = normalizeEmail(values.email)
  if (values.role !== undefined) await findScopesOfRole(em, values.role)
  const user = em.create(User, { ...values, email })
  try {
    await em.flush()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw new InvalidData('A user with the same email already exists.').about('email').because({ name: 'user_exists' })
  }
  await announce(em, 'user.created', { id: user.id })
  return user
}

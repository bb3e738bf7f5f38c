import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import type { NewColumns } from '#entities/base.ts'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import { findScopesOfRole } from '../role/find-role.ts'
import { User } from './user.ts'

export type NewUser = NewColumns<User, 'email', 'first_name' | 'last_name'> & {
  /** Default: `member`. */
  role?: string | undefined
  password_hash: string
}

/** Inserts at once, to report an e-mail address that is already in use. */
export async function createUser(em: EntityManager, values: NewUser): Promise<{ id: string; email: string }> {
  const email = normalizeEmail(values.email)
  if (values.role !== undefined) await findScopesOfRole(em, values.role)
  const user = buildRow(em, User, { ...values, email })
  try {
    await batch(em, insertStatement(em, User, [user]))
  } catch (error) {
    if (!(toDomainError(error) instanceof Duplicate)) throw error
    throw new InvalidData('A user with the same email already exists.').about('email').because({ name: 'user_exists' })
  }
  await announce(em, 'user.created', { id: user.id })
  return { id: user.id, email }
}

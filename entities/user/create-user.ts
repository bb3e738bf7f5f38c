import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { hashPassword } from '../password.ts'
import { User, type UserRole } from './user.ts'

export interface NewUser {
  email: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  role?: UserRole | undefined
  password: string
}

/** Adds somebody who runs the shop. */
export async function createUser(em: EntityManager, { password, ...facts }: NewUser): Promise<User> {
  const email = facts.email.toLowerCase()
  if ((await em.count(User, { email })) > 0) throw new InvalidData('A user with the same email already exists.')
  return em.create(User, { ...facts, email, password_hash: await hashPassword(password) })
}

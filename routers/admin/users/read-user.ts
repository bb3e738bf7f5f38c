import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { User } from '#entities/user/user.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { SingleUserResource } from '../../schemas/resources/user.ts'

export const withUser = answer({ user: SingleUserResource })

/**
 * The user as `viewer` may see them, null standing for somebody who is not logged in: a token is shown to nobody else,
 * and only where it is kept as it is.
 */
export async function readUser(
  em: EntityManager,
  id: string,
  viewer: User | null,
): Promise<z.output<typeof SingleUserResource>> {
  const row = await readRow(em, {}, { entity: User, resource: SingleUserResource, where: [{ id }] })
  if (!row) throw new NotFound(`User with id: ${id} was not found`)
  const isShown = id === viewer?.id && !row.api_token?.startsWith('sha256:')
  return { ...row, api_token: isShown ? row.api_token : null }
}

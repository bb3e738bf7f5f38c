import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import type { Identity } from '../../context/context.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { SingleUserResource } from '../../resources/user.ts'

type Viewer = Pick<Identity, 'user' | 'api_key'>

export const userResponse = responseSchema({ user: SingleUserResource })

/**
 * Shows an API token only to a session of its user, because an API key has fewer rights than the token. Hashed
 * tokens are never shown.
 */
export async function readUser(
  em: EntityManager,
  id: string,
  viewer: Partial<Viewer>,
): Promise<z.output<typeof SingleUserResource>> {
  const row = await readRow(em, {}, { resource: SingleUserResource, where: [{ id }] })
  if (!row) throw new NotFound(`User with id: ${id} was not found`)
  const isShown = id === viewer.user?.id && !viewer.api_key && !row.api_token?.startsWith('sha256:')
  return { ...row, api_token: isShown ? row.api_token : null }
}

import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import type { Identity } from '../../context.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { SingleUserResource } from '../../resources/user.ts'

/** Who asks, if that is known. */
type Viewer = Pick<Identity, 'user' | 'api_key'>

export const userResponse = responseSchema({ user: SingleUserResource })

/**
 * The user as somebody may see them: a token is shown to its user alone, in person and not by an API key, which is less
 * than the token, and only where it is kept as it is.
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

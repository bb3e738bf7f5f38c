import { z } from 'zod'
import { softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
import { UserResource, type UserView } from './user.ts'

/** An API key without its secret, which is shown only where it is made. */
export const ApiKeyResource = resource(
  'ApiKey',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    name: z.string(),
    hint: z.string(),
    scopes: z.array(z.string()),
    expires_at: z.date().nullable(),
    last_used_at: z.date().nullable(),
    created_by: z.string(),
    made_by_key_id: z.string().nullable(),
  },
  {
    get created_by_user(): ToOne<UserView> {
      return toOne(UserResource)
    },
  },
)
export interface ApiKeyView extends z.output<typeof ApiKeyResource> {}

import { z } from 'zod'
import { USER_ROLES } from '#entities/people/user/user.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource } from '../reading/resource.ts'

/** A user as anybody may see them. */
export const UserResource = resource('User', {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  role: z.enum(USER_ROLES),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  ...metadata,
})

/** One user by themselves; the token is there only for the user whose it is. */
export const SingleUserResource = resource('SingleUser', {
  ...UserResource.shape,
  api_token: z.string().nullable(),
})
export interface UserView extends z.output<typeof UserResource> {}
export interface SingleUserView extends z.output<typeof SingleUserResource> {}

import { z } from 'zod'
import { User } from '#entities/people/user/user.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

export const UserResource = defineResource({ name: 'User', entity: User, columns: columnsOf(User) })

/** User with `api_token`, which only a session of this user can read. */
export const SingleUserResource = defineResource({
  name: 'SingleUser',
  entity: User,
  columns: { ...columnsOf(User), api_token: z.string().nullable() },
})

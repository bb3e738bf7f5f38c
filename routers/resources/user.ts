import { z } from 'zod'
import { User } from '#entities/people/user/user.ts'
import { columnsOf } from '../reading/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

export const UserResource = defineResource({ name: 'User', entity: User, columns: columnsOf(User) })

/** One user. Only the user's own session can read `api_token`. */
export const SingleUserResource = defineResource({
  name: 'SingleUser',
  entity: User,
  columns: { ...columnsOf(User), api_token: z.string().nullable() },
})

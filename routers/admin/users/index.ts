import { mergeRouters } from '../../trpc.ts'
import { userCrud } from './crud.ts'
import { password } from './password.ts'

/** The paths of passwords come first: `/users/{id}` would take them for the id of a user. */
export const users = mergeRouters(password, userCrud)

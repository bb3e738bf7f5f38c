import { mergeRouters } from '../../procedures/trpc.ts'
import { userCrud } from './crud.ts'
import { password } from './password.ts'

/** The password paths must come first, because `/users/{id}` also matches them. */
export const users = mergeRouters(password, userCrud)

import { mergeRouters } from '../../procedures/trpc.ts'
import { credentials } from './credentials.ts'
import { passkeys } from './passkeys.ts'
import { secondFactor } from './second-factor.ts'
import { sessions } from './sessions.ts'
import { views } from './views.ts'

/** The account of the caller. Every role allows these procedures. */
export const account = mergeRouters(credentials, sessions, secondFactor, passkeys, views)

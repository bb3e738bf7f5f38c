import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, getRow, lockRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { type DomainError, Unauthorized } from '#entities/errors.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { Passkey } from '../passkey/passkey.ts'
import { acceptCode } from '../second-factor/accept-code.ts'
import { codeRequired, wrongCode } from '../second-factor/code-refusals.ts'
import { withUserByPassword } from './find-user.ts'
import { User } from './user.ts'

export interface UserCredentials {
  email: string
  password: string
  /** Of the authenticator app, or a recovery code. */
  code?: string | null | undefined
}

/**
 * The only way from a password to a login. Runs `work` while the user is locked.
 * @throws Unauthorized for wrong credentials, or a missing or wrong code of the second factor. TooManyRequests after ten
 * wrong codes in an hour.
 */
export async function withLoggedInUser<Result>(
  em: EntityManager,
  tokens: Tokens,
  { code, ...credentials }: UserCredentials,
  work: (tx: EntityManager, user: Row<User>) => Promise<Result>,
): Promise<Result> {
  // A wrong code is counted, so this transaction must commit.
  const outcome = await withUserByPassword(em, credentials, async (tx, { id }) => {
    // Read again after the lock: the user may have set up a second factor in the meantime.
    const user = await getRow(tx, User, { id })
    return withCode(tx, tokens, { user, code }, () => work(tx, user))
  })
  return resultOf(outcome)
}

/**
 * Runs `work` while the user is locked, whose identity the caller has verified by other means than the password of the user.
 * @throws Unauthorized if the user does not exist, or as `withLoggedInUser` for the code.
 */
export async function withVerifiedUser<Result>(
  em: EntityManager,
  tokens: Tokens,
  { user_id, code }: { user_id: string; code: UserCredentials['code'] },
  work: (tx: EntityManager, user: Row<User>) => Promise<Result>,
): Promise<Result> {
  const outcome = await inTransaction(em, async (tx) => {
    const user = await lockRow(tx, User, { id: user_id }, 'share')
    return user && withCode(tx, tokens, { user, code }, () => work(tx, user))
  })
  return resultOf(outcome)
}

type Outcome<Result> = { result: Result } | { refusal: DomainError }

/** Returns the refusal of a missing or wrong code. */
async function withCode<Result>(
  tx: EntityManager,
  tokens: Tokens,
  { user, code }: { user: Row<User>; code: UserCredentials['code'] },
  work: () => Promise<Result>,
): Promise<Outcome<Result>> {
  if (!user.has_second_factor) return { result: await work() }
  if (!code) return { refusal: codeRequired({ hasPasskey: await hasPasskey(tx, user.id) }) }
  if (!(await acceptCode(tx, tokens, user.id, code))) return { refusal: wrongCode() }
  return { result: await work() }
}

function resultOf<Result>(outcome: Outcome<Result> | null): Result {
  if (!outcome) throw new Unauthorized()
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}

const hasPasskey = async (em: EntityManager, user_id: string): Promise<boolean> =>
  (await findRows(em, Passkey, { user_id })).length > 0

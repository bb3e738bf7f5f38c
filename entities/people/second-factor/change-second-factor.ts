import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, findRow, findRows, insertRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { Passkey } from '../passkey/passkey.ts'
import { endUserLogins } from '../user/end-user-logins.ts'
import type { User } from '../user/user.ts'
import { factorOf, issueCodes, type NewApp, setApp } from './app-factor.ts'
import type { SecondFactor } from './second-factor.ts'

/*
 * Each function changes a user whose row is locked. The first factor of a user ends all its logins, because a password alone
 * has opened them, and comes with recovery codes.
 */

/** Replaces the present app. Returns the recovery codes with the first factor. @throws InvalidData for a wrong code. */
export async function addApp(
  em: EntityManager,
  tokens: Tokens,
  user: Row<User>,
  app: NewApp,
): Promise<string[] | null> {
  return settleFactors(em, user, await setApp(em, tokens, user.id, app))
}

/** @throws NotAllowed if the store requires a second factor and this is the last one. */
export async function removeApp(em: EntityManager, user: Row<User>): Promise<void> {
  const factor = await factorOf(em, user.id)
  factor.app_secret = null
  await settleFactors(em, user, factor)
}

export async function addPasskey(
  em: EntityManager,
  user: Row<User>,
  passkey: Pick<Passkey, 'name' | 'rp_id' | 'credential_id' | 'public_key' | 'counter'>,
): Promise<string[] | null> {
  insertRow(em, Passkey, { ...passkey, user_id: user.id })
  return settleFactors(em, user, await factorOf(em, user.id))
}

/** @throws NotFound for a passkey of another user. NotAllowed if the store requires a second factor and this is the last one. */
export async function removePasskey(em: EntityManager, user: Row<User>, id: string): Promise<void> {
  const passkey = await findRow(em, Passkey, { id, user_id: user.id })
  if (!passkey) throw new NotFound(`Passkey with id: ${id} was not found`)
  deleteRow(em, passkey)
  await settleFactors(em, user, await factorOf(em, user.id))
}

/** The earlier codes no longer work. @throws NotAllowed without a second factor. */
export async function renewRecoveryCodes(em: EntityManager, user: Row<User>): Promise<string[]> {
  if (!user.has_second_factor)
    throw new NotAllowed('Recovery codes need an authenticator app or a passkey. Set one up first.').because({
      name: 'second_factor_missing',
    })
  return issueCodes(await factorOf(em, user.id))
}

export async function removeSecondFactor(em: EntityManager, user: Row<User>): Promise<void> {
  await deleteFactors(em, user.id)
  user.has_second_factor = false
}

async function settleFactors(em: EntityManager, user: Row<User>, factor: Row<SecondFactor>): Promise<string[] | null> {
  await em.flush()
  const passkeys = await findRows(em, Passkey, { user_id: user.id })
  const hadSecondFactor = user.has_second_factor
  user.has_second_factor = factor.app_secret !== null || passkeys.length > 0
  if (!user.has_second_factor) {
    factor.recovery_hashes = []
    await assertNotRequired(em)
    return null
  }
  if (hadSecondFactor) return null
  await endUserLogins(em, user)
  return issueCodes(factor)
}

async function assertNotRequired(em: EntityManager): Promise<void> {
  const [required] = await selectRequirement(em)
  if (required)
    throw new NotAllowed('This shop requires two-factor authentication. Set up another factor first.').because({
      name: 'second_factor_last',
    })
}

const selectRequirement = statement('select id from store where requires_second_factor')

const deleteFactors = statement(`
  with factors as (delete from second_factor where user_id = $1)
  delete from passkey where user_id = $1`)

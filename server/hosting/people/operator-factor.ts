import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { acceptCode } from '#entities/people/second-factor/accept-code.ts'
import { factorOf, issueCodes, type NewApp, setApp } from '#entities/people/second-factor/app-factor.ts'
import { wrongCode } from '#entities/people/second-factor/code-refusals.ts'
import { SecondFactor } from '#entities/people/second-factor/second-factor.ts'
import type { Device } from '#entities/people/session/start-session.ts'
import { insertOutcome } from './directory-audit.ts'
import { lockOperator, startSession } from './operator-sessions.ts'
import { deleteSessions, endShopSessions, lockPerson, type Person, type VerifiedPerson } from './people.ts'

/** The authenticator app and the recovery codes of an operator. The table has one row for each person with an app. */
export class OperatorFactor {
  readonly #orm: MikroORM
  readonly #tokens: Tokens

  constructor(orm: MikroORM, tokens: Tokens) {
    this.#orm = orm
    this.#tokens = tokens
  }

  async read({ id }: Person): Promise<{ has_app: boolean; recovery_codes_left: number }> {
    const factor = await findRow(this.#orm.em.fork(), SecondFactor, { user_id: id })
    return { has_app: factor?.app_secret != null, recovery_codes_left: factor?.recovery_hashes.length ?? 0 }
  }

  /**
   * Sets or replaces the app. The first one ends all sessions, also those in shops that the password of the person has begun or proven:
   * then the result has recovery codes and the secret of a new session.
   * @throws InvalidData for an old setup or a wrong code.
   */
  addApp(
    person: VerifiedPerson,
    app: NewApp,
    device: Device,
  ): Promise<{ codes: string[]; secret: string } | undefined> {
    return inTransaction(this.#orm.em, async (em) => {
      await lockOperator(em, person)
      const hadApp = await hasApp(em, person.id)
      const factor = await setApp(em, this.#tokens, person.id, app)
      const codes = hadApp ? undefined : issueCodes(factor)
      await em.flush()
      if (!codes) return undefined
      await deleteSessions(em, person.id)
      await endShopSessions(em, person.id)
      return { codes, secret: await startSession(em, person.id, device) }
    })
  }

  /** Removes the app with its recovery codes. */
  async removeApp(person: VerifiedPerson): Promise<void> {
    await inTransaction(this.#orm.em, async (em) => {
      await lockOperator(em, person)
      await deleteFactor(em, person.id)
    })
  }

  /** The earlier codes no longer work. @throws NotAllowed without an app. */
  renewCodes(person: VerifiedPerson): Promise<string[]> {
    return inTransaction(this.#orm.em, async (em) => {
      await lockOperator(em, person)
      if (!(await hasApp(em, person.id)))
        throw new NotAllowed('Recovery codes need an authenticator app. Set one up first.').because({
          name: 'second_factor_missing',
        })
      const codes = issueCodes(await factorOf(em, person.id))
      await em.flush()
      return codes
    })
  }
}

/** For an operator that has lost its device and its recovery codes. Ends its sessions, also those in shops. */
export async function resetFactor(orm: MikroORM, { id }: Person): Promise<void> {
  await inTransaction(orm.em, async (em) => {
    await lockPerson(em, { id })
    await deleteFactor(em, id)
    await deleteSessions(em, id)
    await endShopSessions(em, id)
  })
}

/** A code of a person. */
export interface PersonCode {
  person: Person
  code: string | null | undefined
}

/**
 * Returns the problem of the code, if the person has an app. Records a wrong code, so commit the transaction also then.
 * @throws TooManyRequests after ten wrong codes in an hour.
 */
export async function problemOfCode(
  em: EntityManager,
  tokens: Tokens,
  { person, code }: PersonCode,
): Promise<'missing' | 'wrong' | undefined> {
  if (!(await hasApp(em, person.id))) return undefined
  if (!code) return 'missing'
  if (await acceptCode(em, tokens, person.id, code)) return undefined
  await insertOutcome(em, person.email, 'account.logIn', wrongCode().message)
  return 'wrong'
}

const hasApp = async (em: EntityManager, personId: string): Promise<boolean> =>
  (await selectApp(em, personId)).length > 0

const selectApp = statement('select from second_factor where user_id = $1 and app_secret is not null')

const deleteFactor = statement('delete from second_factor where user_id = $1')

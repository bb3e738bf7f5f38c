import type { MikroORM } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { NotFound } from '#entities/errors.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { codeRequired, wrongCode } from '#entities/people/second-factor/code-refusals.ts'
import type { Device } from '#entities/people/session/start-session.ts'
import type { ListedSession } from '#routers/operator/deployment.ts'
import { createdMs, dated, dateOf, millisecondsOf } from '../row-times.ts'
import { insertOutcome } from './directory-audit.ts'
import { problemOfCode } from './operator-factor.ts'
import { lockOperator, startSession } from './operator-sessions.ts'
import { deleteSessions, hashOf, type Person, replaceHash, type VerifiedPerson } from './people.ts'

interface NewLogin {
  code?: string | null | undefined
  device: Device
}

/** The sessions of the operators at their host. */
export class OperatorLogins {
  readonly #orm: MikroORM
  readonly #tokens: Tokens

  constructor(orm: MikroORM, tokens: Tokens) {
    this.#orm = orm
    this.#tokens = tokens
  }

  /**
   * Returns the secret of a new session of a person with a right password. Records it, and wrong codes.
   * @throws Unauthorized without a right code, if the person has a second factor. TooManyRequests after ten wrong codes in an hour.
   */
  async begin(person: VerifiedPerson, { code, device }: NewLogin): Promise<string> {
    // A wrong code is counted, so this transaction must commit.
    const outcome = await inTransaction(this.#orm.em, async (em) => {
      await lockOperator(em, person)
      const problem = await problemOfCode(em, this.#tokens, { person, code })
      if (problem) return { refusal: problem === 'wrong' ? wrongCode() : codeRequired({ hasPasskey: false }) }
      await insertOutcome(em, person.email, 'account.logIn', 'done')
      return { secret: await startSession(em, person.id, device) }
    })
    if ('refusal' in outcome) throw outcome.refusal
    return outcome.secret
  }

  /** Ends all sessions of the person. Returns the secret of a new one. */
  async changePassword(person: VerifiedPerson, password: string, device: Device): Promise<string> {
    const hash = await hashPassword(password)
    return inTransaction(this.#orm.em, async (em) => {
      await lockOperator(em, person)
      await replaceHash(em, person.id, hash)
      return startSession(em, person.id, device)
    })
  }

  /** Returns the e-mail address of the operator. */
  async operatorOf(secret: string): Promise<string | undefined> {
    const id = hashOf(secret)
    const [row] = await selectBySession(this.#em, id)
    if (row?.is_use_due) await recordUse(this.#em, id)
    return row?.email
  }

  async list(email: string, secret: string): Promise<ListedSession[]> {
    const current = hashOf(secret)
    const rows = await selectSessions(this.#em, email)
    return rows.map(dated).map(({ used_ms, ...row }) => ({
      ...row,
      last_used_at: dateOf(used_ms),
      is_current: row.id === current,
    }))
  }

  /** @throws NotFound if the operator has no such session. */
  async endOne(email: string, id: string): Promise<void> {
    const [ended] = await deleteOwnSession(this.#em, email, id)
    if (!ended) throw new NotFound('This session has already ended')
  }

  async endAll({ id }: Person): Promise<void> {
    await deleteSessions(this.#em, id)
  }

  async end(secret: string): Promise<void> {
    await deleteSession(this.#em, hashOf(secret))
  }

  get #em() {
    return this.#orm.em.fork()
  }
}

const selectBySession = statement<{ email: string; is_use_due: boolean }>(`
  select p.email, coalesce(s.last_used_at < now() - interval '5 minutes', true) as is_use_due
  from operator_session s join person p on p.id = s.person_id
  where s.id = $1 and s.expires_at > now() and p.is_operator`)

const recordUse = statement('update operator_session set last_used_at = now() where id = $1')

interface SessionRow {
  id: string
  created_ms: number
  used_ms: number | null
  user_agent: string | null
  address: string | null
}

const selectSessions = statement<SessionRow>(`
  select s.id, ${createdMs('s.created_at')}, ${millisecondsOf('s.last_used_at')} as used_ms, s.user_agent, s.address
  from operator_session s join person p on p.id = s.person_id
  where p.email = $1 and s.expires_at > now() order by coalesce(s.last_used_at, s.created_at) desc, s.id`)

const deleteSession = statement('delete from operator_session where id = $1')

const deleteOwnSession = statement<{ id: string }>(`
  delete from operator_session where person_id = (select id from person where email = $1) and id = $2 returning id`)

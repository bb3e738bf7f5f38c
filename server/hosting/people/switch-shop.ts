import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import express, { type Request, type Response, type Router } from 'express'
import { inTransaction } from '#database/transaction.ts'
import { DomainError, NotFound, Unauthorized } from '#entities/errors.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { personCodeRequired, wrongCode } from '#entities/people/second-factor/code-refusals.ts'
import { withVerifiedUser } from '#entities/people/user/log-in.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import type { Context } from '#routers/context/context.ts'
import type { RateLimits } from '#routers/context/services.ts'
import { type OwnShop, type OwnShops, type ShopSwitch, shopSwitchRouter } from '#routers/operator/shop-switch.ts'
import { createRateLimits } from '#server/auth/rate-limits.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { isTrusted } from '#server/auth/trusted-origin.ts'
import { type ContextDependencies, createRequestContext } from '#server/http/request-context.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import type { ShopRecord } from '../directory.ts'
import type { Program } from '../open-shop.ts'
import { addressOfConsole } from '../shop-environment.ts'
import {
  type Entry,
  findEntry,
  issueEntry,
  type LinkedUser,
  recordProof,
  selectCurrentLink,
  selectLink,
  selectOwnShops,
  selectPerson,
  selectProven,
  useEntry,
  waitForCode,
} from './entries.ts'
import { problemOfCode } from './operator-factor.ts'
import { hashOf, lockPerson, type VerifiedPerson, wrongPassword } from './people.ts'
import { verifyAttempt } from './verify-attempt.ts'

/** Binds an entry to the browser that has asked for it, so that no link can log another browser in. */
const STATE_COOKIE = 'cartwright.enter'
const TEN_MINUTES = 600_000

interface Dependencies {
  program: Program
  record: ShopRecord
}

/**
 * The routes of a shop for persons with several shops. The person goes from the console of one shop to `/app/enter?from=…` of the other
 * shop, which sets the state, then to `/app/enter?to=…` of the first one, which issues a token for this state, and then back with it.
 */
export const switchRoutes =
  ({ program, record }: Dependencies) =>
  (dependencies: ContextDependencies): Router => {
    const rateLimits = createRateLimits(program.directory.orm, defaultRateLimits)
    const tokens = new SignedTokens(program.directory.secret)
    const routes = express.Router()
    routes.get('/app/enter', async (req, res, next) => {
      const { from } = req.query
      if (typeof from !== 'string') return next()
      await beginEntry({ program, record, from }, req, res)
    })
    routes.use(
      '/app/shops',
      createExpressMiddleware({
        router: shopSwitchRouter,
        createContext: ({ req, res }) => {
          res.set('Cache-Control', 'no-store')
          const context = createRequestContext(dependencies, req, res)
          return {
            shops: new SwitchOfRequest({ program, record, context, rateLimits, tokens, req, res }),
            isTrusted: isTrusted(req, []),
          }
        },
        onError: ({ error, path }) => {
          if (error.code === 'INTERNAL_SERVER_ERROR')
            program.logger.error({ err: error.cause ?? error, path, shop: record.id }, 'A switch of shops failed')
        },
        maxBodySize: dependencies.bounds?.bytes ?? 100_000,
        maxBatchSize: 1,
      }),
    )
    return routes
  }

async function beginEntry(
  { program, record, from }: Dependencies & { from: string },
  req: Request,
  res: Response,
): Promise<void> {
  const source = await program.directory.read(from.slice(0, 40))
  const address = source?.status === 'active' ? addressOfConsole(source, program) : undefined
  if (!address) throw new NotFound('The shop that you come from does not exist')
  const state = randomBytes(32).toString('base64url')
  res.cookie(STATE_COOKIE, state, stateOptions(req))
  const query = new URLSearchParams({ to: record.id, state: hashOf(state) })
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(303, `${address}/enter?${query}`)
}

const stateOptions = (req: Request) => ({
  httpOnly: true,
  path: '/',
  sameSite: 'lax' as const,
  secure: req.secure,
  maxAge: TEN_MINUTES,
})

interface SwitchRequest extends Dependencies {
  context: Context
  rateLimits: RateLimits
  /** Of the directory. */
  tokens: Tokens
  req: Request
  res: Response
}

type Code = string | null | undefined

interface Credentials {
  email: string
  password: string
  /** Of the second factor of the user in the shop. */
  code?: Code
  /** Of the second factor of the person. */
  person_code?: Code
}

/** A session of the shop. */
interface ShopSession {
  user_id: string
  session_id: string
}

interface NewSession extends Pick<Credentials, 'code' | 'person_code'> {
  linked: LinkedUser
  entry?: Entry
  /** Undefined for a token. */
  verified?: VerifiedPerson
}

class SwitchOfRequest implements ShopSwitch {
  readonly #request: SwitchRequest

  constructor(request: SwitchRequest) {
    this.#request = request
  }

  async list(): Promise<OwnShops> {
    const { user_id, session_id } = await this.#session()
    const [person] = await selectPerson(this.#em, this.#shop, user_id)
    const own = person ? await selectOwnShops(this.#em, person.id) : []
    const has_others = own.some(({ id }) => id !== this.#shop)
    const [proof] = has_others ? await selectProven(this.#em, this.#shop, session_id, user_id) : []
    if (!proof) return { has_others, is_proven: false, shops: [] }
    const shops = await Promise.all(own.map((one) => this.#ownShop(one)))
    return { has_others, is_proven: true, shops }
  }

  async #ownShop({ id, host }: { id: string; host: string }): Promise<OwnShop> {
    const { program } = this.#request
    const address = addressOfConsole(await program.directory.get(id), program)
    return { id, host, url: `${address}/enter?from=${this.#shop}`, is_current: id === this.#shop }
  }

  async prove({ password, person_code }: { password: string; person_code?: Code }): Promise<void> {
    const { user_id, session_id } = await this.#session()
    const [person] = await selectPerson(this.#em, this.#shop, user_id)
    if (!person) throw new NotFound('You have no other shop')
    const verified = await this.#verify(person.email, password, wrongPassword())
    await this.#withPerson(verified, person_code, (em) =>
      recordProof(em, { shop_id: this.#shop, person_id: verified.id }, session_id),
    )
  }

  async leaveFor({ to, state }: { to: string; state: string }): Promise<string> {
    const session = await this.#session()
    await this.#provenIn(this.#em, session)
    const target = await this.#request.program.directory.read(to)
    const address = target && addressOfConsole(target, this.#request.program)
    const token = address && (await inTransaction(this.#em, (em) => this.#issueEntry(em, session, { to, state })))
    if (!token) throw new NotFound('You have no access to this shop, or the shop is paused')
    return `${address}/enter#${token}`
  }

  async #issueEntry(
    em: EntityManager,
    session: ShopSession,
    { to, state }: { to: string; state: string },
  ): Promise<string | undefined> {
    await lockPerson(em, { id: await this.#provenIn(em, session) })
    // A new password or second factor can have ended the proof during the wait for the lock.
    const person_id = await this.#provenIn(em, session)
    return issueEntry(em, { shop_id: to, person_id, state })
  }

  /** Returns the id of the person. @throws Unauthorized without a proof. */
  async #provenIn(em: EntityManager, { session_id, user_id }: ShopSession): Promise<string> {
    const [proof] = await selectProven(em, this.#shop, session_id, user_id)
    if (!proof) throw new Unauthorized()
    return proof.person_id
  }

  async enter({ token, code }: { token: string; code?: Code }): Promise<void> {
    const state = new RegExp(`(?:^|; *)${STATE_COOKIE.replace('.', '\\.')}=([^;]+)`).exec(
      this.#request.req.headers.cookie ?? '',
    )?.[1]
    const entry = { shop_id: this.#shop, token, state: state ?? '' }
    const linked = state === undefined ? undefined : await findEntry(this.#em, entry)
    if (!linked) throw entryRefused()
    await this.#begin({ linked, code, entry })
    this.#request.res.clearCookie(STATE_COOKIE, stateOptions(this.#request.req))
  }

  async logIn({ email, password, code, person_code }: Credentials): Promise<void> {
    const [linked] = await selectLink(this.#em, this.#shop, normalizeEmail(email))
    // A stranger costs the same time, and counts.
    const verified = await this.#verify(email, password)
    if (linked?.person_id !== verified.id) throw new Unauthorized()
    await this.#begin({ linked, code, verified, person_code })
  }

  /**
   * Begins the session of the user. It has the role of the shop, and needs the second factor of the shop. A token needs no second factor of the
   * person, because its session has proven it.
   */
  async #begin({ linked, code, entry, verified, person_code }: NewSession): Promise<void> {
    const { context } = this.#request
    const { orm, tokens } = context.services
    const begin = async (em: EntityManager, directory: EntityManager) => {
      if (entry && !(await useEntry(directory, entry))) throw entryRefused()
      // A removal ends the logins of the user after it has deleted the link, and waits for the lock of the user.
      const [current] = await selectCurrentLink(directory, linked.shop_id, linked.user_id, linked.person_id)
      if (!current) throw new Unauthorized()
      await context.caller.logIn(em, { user_id: linked.user_id })
      const { session_id } = await context.caller.login()
      await recordProof(directory, linked, session_id ?? '')
    }
    try {
      // A refused code of the person undoes the use of the code of the shop, so that both can be sent again.
      await withVerifiedUser(orm.em.fork(), tokens, { user_id: linked.user_id, code }, (em) =>
        verified
          ? this.#withPerson(verified, person_code, (directory) => begin(em, directory))
          : inTransaction(this.#em, async (directory) => {
              await lockPerson(directory, { id: linked.person_id })
              await begin(em, directory)
            }),
      )
    } catch (error) {
      if (entry && error instanceof DomainError && error.code === 'second_factor_required')
        await waitForCode(this.#em, entry)
      throw error
    }
  }

  /** Runs `work` while the person is locked. @throws Unauthorized for a missing or wrong code, if the person has a second factor. */
  async #withPerson(
    verified: VerifiedPerson,
    code: Code,
    work: (directory: EntityManager) => Promise<void>,
  ): Promise<void> {
    const { tokens } = this.#request
    // A wrong code is counted, so this transaction must commit.
    const problem = await inTransaction(this.#em, async (directory) => {
      const person = await lockPerson(directory, verified)
      const found = await problemOfCode(directory, tokens, { person, code })
      if (!found) await work(directory)
      return found
    })
    if (problem) throw problem === 'missing' ? personCodeRequired() : wrongCode().about('person_code')
  }

  async #verify(email: string, password: string, refusal: DomainError = new Unauthorized()): Promise<VerifiedPerson> {
    const { rateLimits, context, program } = this.#request
    const parts = { people: program.directory.people, rateLimits }
    const person = await verifyAttempt(parts, { ip: context.request.ip, email, password })
    if (!person) throw refusal
    return person
  }

  /** A token of an API does not belong to a person. */
  async #session(): Promise<ShopSession> {
    const { caller } = this.#request.context
    const { user, user_authenticated_by } = await caller.identify()
    const { session_id } = await caller.login()
    if (!user || user_authenticated_by !== 'session' || !session_id) throw new Unauthorized()
    return { user_id: user.id, session_id }
  }

  get #em() {
    return this.#request.program.directory.people.em
  }

  get #shop(): string {
    return this.#request.record.id
  }
}

const entryRefused = () => new NotFound('This change of the shop has expired. Choose the shop again.')

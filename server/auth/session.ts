import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Request, Response } from 'express'
import { getIronSession, type IronSession } from 'iron-session'
import { findKeyAndUser } from '#entities/people/api-key/find-key-and-user.ts'
import { isKeySecret } from '#entities/people/api-key/secret.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { customerIdByToken } from '#entities/people/customer/access-token.ts'
import type { Login } from '#entities/people/customer/set-password.ts'
import type { FoundSession, SessionRow } from '#entities/people/session/find-sessions.ts'
import { Session } from '#entities/people/session/session.ts'
import { startSession } from '#entities/people/session/start-session.ts'
import { userByAccessToken } from '#entities/people/user/access-token.ts'
import { type UserAndRole, userByApiToken } from '#entities/people/user/find-user.ts'
import type { Authentication } from '#entities/platform/audit/audit-log.ts'
import { now } from '#entities/values/clock.ts'
import type { Caller, Identity } from '#routers/context/context.ts'
import type { Services } from '#routers/context/services.ts'
import { deviceOf } from './device-of.ts'
import { anonymousIdentity, identityOfUser } from './identity.ts'
import { findSession } from './session-lookups.ts'
import { SessionSealCache } from './session-seal-cache.ts'

const COOKIE = 'connect.sid'
const LAST_WRITE_COOKIE = 'cartwright.wrote'
/** The cookies of the core. */
export const CORE_COOKIES: readonly string[] = [COOKIE, LAST_WRITE_COOKIE]
const MINUTE = 60_000
const TEN_HOURS = 10 * 60 * 60

export interface SessionSettings {
  secret: string
  sameSite: 'lax' | 'none'
}

export interface CallerDependencies {
  services: Pick<Services, 'orm' | 'tokens'>
  session: SessionSettings
}

interface SealedSession {
  id: string
}

const SEAL_PATTERN = new RegExp(`(?:^|; *)${COOKIE.replace('.', '\\.')}=([^;]+)`)

const sealCaches = new WeakMap<SessionSettings, SessionSealCache>()

function sealCacheOf(settings: SessionSettings): SessionSealCache {
  const cache = sealCaches.get(settings) ?? new SessionSealCache()
  sealCaches.set(settings, cache)
  return cache
}

/** Logout, a password change and the deletion of an account delete the `session` row that the cookie names. */
export class RequestCaller implements Caller {
  readonly #orm: MikroORM
  readonly #req: Request
  readonly #res: Response
  readonly #settings: SessionSettings
  readonly #tokens: Tokens
  #session: SessionRow | null = null
  #identity: Promise<Identity> | undefined

  constructor({ services: { orm, tokens }, session }: CallerDependencies, req: Request, res: Response) {
    this.#orm = orm
    this.#req = req
    this.#res = res
    this.#settings = session
    this.#tokens = tokens
  }

  identify(): Promise<Identity> {
    this.#identity ??= this.#findIdentity()
    return this.#identity
  }

  identifyAgain(): Promise<Identity> {
    this.#identity = undefined
    return this.identify()
  }

  lastWriteAt(): number {
    if (tokenOf(this.#req) !== undefined) return Number.POSITIVE_INFINITY
    const cookie = new RegExp(`(?:^|; *)${LAST_WRITE_COOKIE.replace('.', '\\.')}=(\\d{1,15})(?:;|$)`).exec(
      this.#req.headers.cookie ?? '',
    )
    return cookie ? Number(cookie[1]) : 0
  }

  recordWrite(): void {
    // The server sends the headers of a streamed batch before the procedures run.
    if (this.#res.headersSent) return
    this.#res.cookie(LAST_WRITE_COOKIE, String(Date.now()), { ...this.#cookieOptions(), maxAge: MINUTE })
  }

  async logIn(em: EntityManager, account: { user_id: string } | { customer_id: string }): Promise<void> {
    await this.identify()
    const before = this.#session
    const accounts = { user_id: before?.user_id ?? null, customer_id: before?.customer_id ?? null, ...account }
    await em.flush()
    const id = await startSession(em, { ...accounts, lifetimeSeconds: TEN_HOURS, device: deviceOf(this.#req) })
    this.#session = { id, ...accounts }
    if (before) await em.nativeDelete(Session, { id: before.id })
    const cookie = await this.#cookie(cookieExpiry())
    cookie.id = id
    await cookie.save()
  }

  async logOut(em: EntityManager, side: 'user' | 'customer'): Promise<void> {
    await this.identify()
    const session = this.#session
    if (!session) return
    const other = side === 'user' ? session.customer_id : session.user_id
    if (other) {
      const device = side === 'user' ? { user_agent: null, address: null } : {}
      await em.nativeUpdate(Session, { id: session.id }, { [`${side}_id`]: null, ...device })
    } else {
      await em.nativeDelete(Session, { id: session.id })
      const cookie = await this.#cookie(new Date(0))
      cookie.destroy()
    }
  }

  async login(): Promise<Login> {
    const { customer_authenticated_by } = await this.identify()
    const access_token = customer_authenticated_by === 'jwt' ? tokenOf(this.#req) : undefined
    return { session_id: this.#session?.id ?? null, access_token: access_token ?? null }
  }

  async #findIdentity(): Promise<Identity> {
    const token = tokenOf(this.#req)
    if (token === undefined && !this.#req.headers.cookie?.includes(COOKIE)) return anonymousIdentity
    const found = await this.#findSession()
    this.#session = found?.session ?? null
    const customer = customerOf(found)
    if (token !== undefined) return this.#identityByToken(this.#orm.em.fork(), token, customer)
    return { ...identityOf(found?.user ?? null, 'session'), ...customer }
  }

  /** A token identifies a user or a customer. The session can still identify the other one. */
  async #identityByToken(em: EntityManager, token: string, customer: CustomerIdentity): Promise<Identity> {
    if (isKeySecret(token)) {
      const holder = await findKeyAndUser(em, token)
      return holder
        ? {
            user: holder.user,
            user_authenticated_by: 'api_key',
            api_key: holder.key,
            grants: holder.grants,
            ...customer,
          }
        : { ...anonymousIdentity, ...customer }
    }
    const bearer_id = await customerIdByToken(em, this.#tokens, token)
    if (bearer_id) return { ...anonymousIdentity, customer_id: bearer_id, customer_authenticated_by: 'jwt' }
    const byJwt = await userByAccessToken(em, this.#tokens, token)
    if (byJwt) return { ...identityOf(byJwt, 'jwt'), ...customer }
    return { ...identityOf(await userByApiToken(em, token), 'api_token'), ...customer }
  }

  async #findSession(): Promise<FoundSession | null> {
    const seal = SEAL_PATTERN.exec(this.#req.headers.cookie ?? '')?.[1]
    if (!seal) return null
    const seals = sealCacheOf(this.#settings)
    const id = seals.idIn(seal) ?? (await this.#cookie()).id
    if (!id) return null
    seals.remember(seal, id)
    return findSession(this.#orm, id)
  }

  #cookie(expires?: Date): Promise<IronSession<SealedSession>> {
    const { secret } = this.#settings
    return getIronSession<SealedSession>(this.#req, this.#res, {
      cookieName: COOKIE,
      password: secret,
      // The session row has the expiry, so the seal needs none.
      ttl: 0,
      cookieOptions: { ...this.#cookieOptions(), maxAge: TEN_HOURS, ...(expires && { expires }) },
    })
  }

  #cookieOptions() {
    const { sameSite } = this.#settings
    return { httpOnly: true, path: '/', sameSite, secure: sameSite === 'none' || this.#req.secure }
  }
}

/** iron-session rejects an expiry in the past of this machine's clock. The session row has the exact expiry. */
const cookieExpiry = () => new Date(Math.max(now().getTime(), Date.now()) + TEN_HOURS * 1000)

const identityOf = (holder: UserAndRole | null, authentication: Authentication): Identity =>
  holder ? identityOfUser(holder, authentication) : anonymousIdentity

type CustomerIdentity = Pick<Identity, 'customer_id' | 'customer_authenticated_by' | 'customer_group_ids'>

function customerOf(found: FoundSession | null): CustomerIdentity {
  if (!found?.session.customer_id) return { customer_id: null, customer_authenticated_by: null }
  const { session, customer_group_ids } = found
  return { customer_id: session.customer_id, customer_authenticated_by: 'session', customer_group_ids }
}

function tokenOf(req: Request): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1]
  const header = req.headers['x-medusa-access-token']
  return bearer ?? (Array.isArray(header) ? header[0] : header)
}

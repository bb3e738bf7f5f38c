import type { Request, Response } from 'express'
import { getIronSession, type IronSession } from 'iron-session'
import { type DomainError, Unauthorized } from '#entities/errors.ts'
import { type OfferedApp, offerApp } from '#entities/people/second-factor/app-factor.ts'
import type { Device } from '#entities/people/session/start-session.ts'
import type { RateLimits } from '#routers/context/services.ts'
import type { ListedSession, OperatorSession } from '#routers/operator/deployment.ts'
import { clientAddressOf } from '#server/auth/client-address.ts'
import { deviceOf } from '#server/auth/device-of.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import type { Directory } from '../directory.ts'
import { OperatorFactor } from './operator-factor.ts'
import { OperatorLogins } from './operator-logins.ts'
import { type People, type VerifiedPerson, wrongPassword } from './people.ts'
import { verifyAttempt } from './verify-attempt.ts'

const COOKIE = 'cartwright.operator'
const TEN_HOURS = 10 * 60 * 60

interface Dependencies {
  directory: Directory
  rateLimits: RateLimits
}

interface Login {
  email: string
  password: string
}

/** The cookie contains only the secret of the session. */
export class OperatorCookie implements OperatorSession {
  readonly #people: People
  readonly #secret: string
  readonly #tokens: SignedTokens
  readonly #logins: OperatorLogins
  readonly #factor: OperatorFactor
  readonly #rateLimits: RateLimits
  readonly #req: Request
  readonly #res: Response

  constructor({ directory, rateLimits }: Dependencies, req: Request, res: Response) {
    this.#people = directory.people
    this.#secret = directory.secret
    this.#tokens = new SignedTokens(directory.secret)
    this.#logins = new OperatorLogins(directory.orm, this.#tokens)
    this.#factor = new OperatorFactor(directory.orm, this.#tokens)
    this.#rateLimits = rateLimits
    this.#req = req
    this.#res = res
  }

  async identify(): Promise<string | undefined> {
    const { secret } = await this.#cookie()
    return secret ? this.#logins.operatorOf(secret) : undefined
  }

  async logIn({ code, ...credentials }: Login & { code?: string | null | undefined }): Promise<string> {
    const person = await this.#verify(credentials)
    await this.#replace(await this.#logins.begin(person, { code, device: this.#device }))
    return person.email
  }

  async logOut(): Promise<void> {
    const cookie = await this.#cookie()
    if (cookie.secret) await this.#logins.end(cookie.secret)
    cookie.destroy()
  }

  async changePassword(email: string, change: { password: string; new_password: string }): Promise<void> {
    const person = await this.#verifyOwn(email, change.password)
    const secret = await this.#logins.changePassword(person, change.new_password, this.#device)
    await this.#replace(secret)
  }

  async sessions(email: string): Promise<ListedSession[]> {
    const { secret = '' } = await this.#cookie()
    return this.#logins.list(email, secret)
  }

  endSession(email: string, id: string): Promise<void> {
    return this.#logins.endOne(email, id)
  }

  async logOutEverywhere(email: string): Promise<void> {
    await this.#logins.endAll(await this.#people.get(email))
    ;(await this.#cookie()).destroy()
  }

  async secondFactor(email: string) {
    return this.#factor.read(await this.#people.get(email))
  }

  async beginApp(email: string): Promise<OfferedApp> {
    const { id } = await this.#people.get(email)
    return offerApp(this.#tokens, { id, issuer: this.#req.hostname, label: email })
  }

  async addApp(
    email: string,
    { password, ...app }: { token: string; code: string; password: string },
  ): Promise<string[] | null> {
    const person = await this.#verifyOwn(email, password)
    const added = await this.#factor.addApp(person, app, this.#device)
    if (!added) return null
    await this.#replace(added.secret)
    return added.codes
  }

  async removeApp(email: string, password: string): Promise<void> {
    await this.#factor.removeApp(await this.#verifyOwn(email, password))
  }

  async renewRecoveryCodes(email: string, password: string): Promise<string[]> {
    return this.#factor.renewCodes(await this.#verifyOwn(email, password))
  }

  #verifyOwn(email: string, password: string): Promise<VerifiedPerson> {
    return this.#verify({ email, password }, wrongPassword())
  }

  async #verify({ email, password }: Login, refusal: DomainError = new Unauthorized()): Promise<VerifiedPerson> {
    const parts = { people: this.#people, rateLimits: this.#rateLimits }
    const attempt = { ip: clientAddressOf(this.#req), email, password }
    const person = await verifyAttempt(parts, attempt, ({ isOperator }) => isOperator)
    if (!person) throw refusal
    return person
  }

  /** The browser has the new session instead of the present one. */
  async #replace(secret: string): Promise<void> {
    const cookie = await this.#cookie()
    if (cookie.secret) await this.#logins.end(cookie.secret)
    cookie.secret = secret
    await cookie.save()
  }

  get #device(): Device {
    return deviceOf(this.#req)
  }

  #cookie(): Promise<IronSession<{ secret?: string }>> {
    return getIronSession(this.#req, this.#res, {
      cookieName: COOKIE,
      password: this.#secret,
      ttl: TEN_HOURS,
      cookieOptions: { httpOnly: true, path: '/', sameSite: 'strict', secure: this.#req.secure, maxAge: TEN_HOURS },
    })
  }
}

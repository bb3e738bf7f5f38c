import type { Request, Response } from 'express'
import { getIronSession, type IronSession } from 'iron-session'
import { type DomainError, Unauthorized } from '#entities/errors.ts'
import type { RateLimits } from '#routers/context/services.ts'
import type { OperatorSession } from '#routers/operator/deployment.ts'
import { clientAddressOf } from '#server/auth/client-address.ts'
import type { Directory } from '../directory.ts'
import { type Person, wrongPassword } from './people.ts'
import { verifyAttempt } from './verify-attempt.ts'

const COOKIE = 'cartwright.operator'
const TEN_HOURS = 10 * 60 * 60

interface Dependencies {
  directory: Directory
  rateLimits: RateLimits
}

/** The cookie contains only the secret of the session. */
export class OperatorCookie implements OperatorSession {
  readonly #directory: Directory
  readonly #rateLimits: RateLimits
  readonly #req: Request
  readonly #res: Response

  constructor({ directory, rateLimits }: Dependencies, req: Request, res: Response) {
    this.#directory = directory
    this.#rateLimits = rateLimits
    this.#req = req
    this.#res = res
  }

  async identify(): Promise<string | undefined> {
    const { secret } = await this.#cookie()
    return secret ? (await this.#directory.people.operatorOf(secret))?.email : undefined
  }

  async logIn(credentials: { email: string; password: string }): Promise<string> {
    const person = await this.#verify(credentials)
    await this.#begin(person)
    return person.email
  }

  async logOut(): Promise<void> {
    const cookie = await this.#cookie()
    if (cookie.secret) await this.#directory.people.endSession(cookie.secret)
    cookie.destroy()
  }

  async changePassword(email: string, change: { password: string; new_password: string }): Promise<void> {
    const person = await this.#verify({ email, password: change.password }, wrongPassword())
    await this.#directory.people.setPassword(person.id, change.new_password)
    await this.#begin(person)
  }

  async #verify(
    { email, password }: { email: string; password: string },
    refusal: DomainError = new Unauthorized(),
  ): Promise<Person> {
    const parts = { people: this.#directory.people, rateLimits: this.#rateLimits }
    const attempt = { ip: clientAddressOf(this.#req), email, password }
    const person = await verifyAttempt(parts, attempt, ({ isOperator }) => isOperator)
    if (!person) throw refusal
    return person
  }

  async #begin({ id }: Person): Promise<void> {
    const cookie = await this.#cookie()
    if (cookie.secret) await this.#directory.people.endSession(cookie.secret)
    cookie.secret = await this.#directory.people.beginSession(id)
    await cookie.save()
  }

  #cookie(): Promise<IronSession<{ secret?: string }>> {
    return getIronSession(this.#req, this.#res, {
      cookieName: COOKIE,
      password: this.#directory.secret,
      ttl: TEN_HOURS,
      cookieOptions: { httpOnly: true, path: '/', sameSite: 'strict', secure: this.#req.secure, maxAge: TEN_HOURS },
    })
  }
}

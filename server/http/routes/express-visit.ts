import type { CookieOptions, Request, Response } from 'express'
import type { Logger } from 'pino'
import { CORE_COOKIES } from '#server/auth/session.ts'
import type { Visit } from '#server/plugin/route/route-procedure.ts'
import { publicUrlOf } from '../public-url.ts'

const NAME = /^[\w!#$%&'*+.^`|~-]+$/

interface VisitOptions {
  body: Uint8Array | undefined
  logger: Logger
}

/** The request of a route, and the cookies that its handler sets. */
export class ExpressVisit implements Visit {
  answer?: NonNullable<Visit['answer']>
  readonly body: Uint8Array | undefined
  readonly params: Visit['params']
  readonly request: Visit['request']
  readonly cookies: Visit['cookies']
  readonly logger: Logger
  /** The names of the headers that the handler has read. */
  readonly readHeaders = new Set<string>()
  readonly #cookies = new Map<string, { value: string; options: CookieOptions }>()

  constructor(req: Request, { body, logger }: VisitOptions) {
    this.body = body
    this.logger = logger
    this.params = req.params
    this.request = {
      method: req.method,
      url: new URL(publicUrlOf(req) + pathOf(req)),
      header: (name) => {
        this.readHeaders.add(name)
        return req.get(name)
      },
    }
    this.cookies = {
      get: (name) => cookieOf(req, name),
      set: (name, value, { maxAge, path = '/' } = {}) => {
        assertOwnName(name)
        this.#cookies.set(name, { value, options: { path, ...(maxAge !== undefined && { maxAge: maxAge * 1000 }) } })
      },
      delete: (name, { path = '/' } = {}) => {
        assertOwnName(name)
        this.#cookies.set(name, { value: '', options: { path, expires: new Date(0) } })
      },
    }
  }

  begin(): void {
    this.#cookies.clear()
    delete this.answer
  }

  setCookies(res: Response): void {
    for (const [name, { value, options }] of this.#cookies)
      res.cookie(name, value, { ...options, httpOnly: true, sameSite: 'lax', secure: res.req.secure })
  }
}

/** The path with the query. A client that takes the server for a proxy sends the whole address. */
const pathOf = ({ originalUrl }: Request): string => originalUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '')

function assertOwnName(name: string): void {
  if (!NAME.test(name)) throw new TypeError(`The cookie name "${name}" is invalid`)
  if (CORE_COOKIES.includes(name)) throw new TypeError(`The cookie ${name} belongs to the core. Choose another name.`)
}

function cookieOf({ headers: { cookie = '' } }: Request, name: string): string | undefined {
  const pair = cookie.split(/; */).find((one) => one.startsWith(`${name}=`))
  if (!pair) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}

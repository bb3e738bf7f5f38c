import type { CookieOptions, Request, Response } from 'express'
import type { Logger } from 'pino'
import { CORE_COOKIES } from '#server/auth/session.ts'
import type { PageInputs } from '#server/plugin/route/page-inputs.ts'
import type { Visit } from '#server/plugin/route/route-procedure.ts'
import { publicUrlOf } from '../public-url.ts'

const NAME = /^[\w!#$%&'*+.^`|~-]+$/

type VisitOptions = Pick<Visit, 'body' | 'logger' | 'read'>

/** The request of a route, and the cookies that its handler sets. */
export class ExpressVisit implements Visit {
  answer?: NonNullable<Visit['answer']>
  readonly body: Uint8Array | undefined
  readonly params: Visit['params']
  readonly request: Visit['request']
  readonly cookies: Visit['cookies']
  readonly logger: Logger
  readonly readInputs = { headers: new Set<string>(), cookies: new Set<string>(), url: false }
  readonly read: Visit['read']
  readonly #req: Request
  readonly #cookies = new Map<string, { value: string; options: CookieOptions }>()

  constructor(req: Request, { body, logger, read }: VisitOptions) {
    this.#req = req
    this.body = body
    this.logger = logger
    this.read = read
    const { readInputs } = this
    this.params = req.params
    this.request = {
      method: req.method,
      get url() {
        readInputs.url = true
        return urlOf(req)
      },
      header: (name) => {
        readInputs.headers.add(name)
        return req.get(name)
      },
    }
    this.cookies = {
      get: (name) => {
        readInputs.cookies.add(name)
        return cookieOf(req, name)
      },
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

  get setsCookies(): boolean {
    return this.#cookies.size > 0
  }

  valuesOf({ headers, cookies, url }: PageInputs): object {
    return {
      headers: Array.from(headers, (name) => [name, this.request.header(name)]),
      cookies: Array.from(cookies, (name) => [name, this.cookies.get(name)]),
      ...(url && { url: this.request.url.href }),
    }
  }

  setCookies(res: Response): void {
    for (const [name, { value, options }] of this.#cookies)
      res.cookie(name, value, { ...options, httpOnly: true, sameSite: 'lax', secure: res.req.secure })
  }
}

const urlOf = (req: Request): URL => new URL(publicUrlOf(req) + pathOf(req))

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

import { type Reply, replyOf } from '../../support/reply.ts'
import type { AnyBody } from '../../support/resources.ts'
import { Disagreement } from './disagreement.ts'

type Method = 'GET' | 'POST' | 'DELETE'

/** Requests of an administrator and of a customer. Without a token the customer is anonymous. */
export class MoneyApi {
  private readonly url: string
  private readonly token: string
  private readonly customerToken: string | undefined

  constructor({ url, token, customerToken }: { url: string; token: string; customerToken?: string }) {
    this.url = url
    this.token = token
    this.customerToken = customerToken
  }

  withCustomer(customerToken: string): MoneyApi {
    return new MoneyApi({ url: this.url, token: this.token, customerToken })
  }

  /** Sends a request and returns its body. A path that begins with `/admin` is sent by the administrator. */
  async send<Body = AnyBody>(method: Method, path: string, body?: object): Promise<Body> {
    const reply = await this.try<Body>(method, path, body)
    if (reply.status !== 200)
      throw new Disagreement(`${method} ${path} ${JSON.stringify(body ?? {})}`, '200', answerOf(reply))
    return reply.body
  }

  /** Expects that the shop refuses a request with a status of 4xx, and returns its message. */
  async refused(method: Method, path: string, body?: object): Promise<string> {
    const reply = await this.try(method, path, body)
    if (reply.status >= 400 && reply.status < 500) return reply.body.message
    throw new Disagreement(`${method} ${path} ${JSON.stringify(body ?? {})}`, '4xx', answerOf(reply))
  }

  async try<Body = AnyBody>(method: Method, path: string, body?: object): Promise<Reply<Body>> {
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    const token = path.startsWith('/admin') ? this.token : this.customerToken
    if (token) headers.authorization = `Bearer ${token}`
    const json = body ? { body: JSON.stringify(body) } : {}
    return replyOf<Body>(await fetch(this.url + path, { method, headers, ...json }))
  }
}

const answerOf = ({ status, text }: Reply) => `${status} ${text.slice(0, 300)}`

/** Logs an administrator in, and returns the requests of this administrator. */
export async function logIn({ url, email, password }: Login): Promise<MoneyApi> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/admin/auth/token`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return new MoneyApi({ url, token })
}

interface Login {
  url: string
  email: string
  password: string
}

import { type BodyOf, type Reply, replyOf } from './reply.ts'

/** An HTTP client that stores cookies, as a browser does. */
export class CookieClient {
  readonly url: string
  readonly cookies = new Map<string, string>()
  readonly #headers: Readonly<Record<string, string>>

  /** `headers` go with each request. */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.url = url
    this.#headers = headers
  }

  get<const Path extends string>(
    path: Path,
    headers: Record<string, string> = {},
  ): Promise<Reply<BodyOf<'GET', Path>>> {
    return this.send('GET', path, undefined, headers)
  }

  post<const Path extends string>(
    path: Path,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<BodyOf<'POST', Path>>> {
    return this.send('POST', path, body, headers)
  }

  delete<const Path extends string>(
    path: Path,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<BodyOf<'DELETE', Path>>> {
    return this.send('DELETE', path, body, headers)
  }

  async send<Body = unknown>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Reply<Body>> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    this.#keepCookies(answer.headers.getSetCookie())
    return replyOf(answer)
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

import { type Dispatcher, Pool } from 'undici'

const TIME_OUT = 60_000

/** A function gives each request another value. */
type Headers = Readonly<Record<string, string | (() => string)>>

/** Uses little CPU, because the server runs on the same machine. */
export class Connection {
  readonly #pool: Pool
  readonly #base: string
  readonly #headers: Headers
  #cookie: string | undefined
  #receivedBytes = 0

  constructor(url: string, headers: Headers = {}) {
    const { origin, pathname } = new URL(url)
    this.#base = pathname.replace(/\/+$/, '')
    this.#pool = new Pool(origin, { headersTimeout: TIME_OUT, bodyTimeout: TIME_OUT })
    this.#headers = headers
  }

  get = <Body>(path: string): Promise<Body> => this.send<Body>('GET', path)
  post = <Body>(path: string, body?: object): Promise<Body> => this.send<Body>('POST', path, body)

  /** Bytes of all response bodies so far. */
  get receivedBytes(): number {
    return this.#receivedBytes
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.post('/admin/auth', { email, password })
  }

  /**
   * Does not check the form of the body.
   * @throws if the server responds with an error or not at all.
   */
  async send<Body>(method: string, path: string, body?: object): Promise<Body> {
    const { statusCode, text } = await this.#ask(method, path, body).catch((cause) => {
      throw new Error(`${method} ${path} got no response: ${cause}`, { cause })
    })
    if (statusCode >= 400) throw new Error(`${method} ${path} returned ${statusCode}: ${text.slice(0, 300)}`)
    return JSON.parse(text || 'null')
  }

  close(): void {
    this.#pool.destroy()
  }

  async #ask(method: string, path: string, body: object | undefined): Promise<{ statusCode: number; text: string }> {
    const own = Object.entries(this.#headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value(),
    ])
    const headers: Record<string, string> = {
      ...Object.fromEntries(own),
      'content-type': 'application/json',
      // Some servers set their cookie only for HTTPS.
      'x-forwarded-proto': 'https',
    }
    if (this.#cookie) headers.cookie = this.#cookie
    const { statusCode, ...answer } = await this.#pool.request({
      method: method as Dispatcher.HttpMethod,
      path: this.#base + path,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    this.#keepCookie(answer.headers['set-cookie'])
    const bytes = await answer.body.bytes()
    this.#receivedBytes += bytes.length
    return { statusCode, text: Buffer.from(bytes).toString() }
  }

  #keepCookie(set: string | string[] | undefined): void {
    const [first] = [set].flat()
    if (first) this.#cookie = first.split(';')[0]
  }
}

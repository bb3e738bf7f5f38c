import { type Dispatcher, Pool } from 'undici'

type ResponseBody = Dispatcher.ResponseData['body']

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
    return JSON.parse((await this.#textOf(await this.#ask(method, path, body))) || 'null')
  }

  /**
   * Receives a response and drops its body. To keep and parse long bodies would take as much time as some programs take
   * to answer.
   * @throws if the server responds with an error or not at all.
   */
  async read(method: string, path: string, body?: object): Promise<void> {
    for await (const chunk of await this.#ask(method, path, body)) this.#receivedBytes += chunk.length
  }

  close(): void {
    this.#pool.destroy()
  }

  async #ask(method: string, path: string, body: object | undefined): Promise<ResponseBody> {
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
    const request = {
      method: method as Dispatcher.HttpMethod,
      path: this.#base + path,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    }
    const answer = await this.#pool.request(request).catch((cause) => {
      throw new Error(`${method} ${path} got no response: ${cause}`, { cause })
    })
    this.#keepCookie(answer.headers['set-cookie'])
    if (answer.statusCode < 400) return answer.body
    const text = await this.#textOf(answer.body)
    throw new Error(`${method} ${path} returned ${answer.statusCode}: ${text.slice(0, 300)}`)
  }

  async #textOf(body: ResponseBody): Promise<string> {
    const bytes = await body.bytes()
    this.#receivedBytes += bytes.length
    return Buffer.from(bytes).toString()
  }

  #keepCookie(set: string | string[] | undefined): void {
    const [first] = [set].flat()
    if (first) this.#cookie = first.split(';')[0]
  }
}

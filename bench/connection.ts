import http from 'node:http'

// biome-ignore lint/suspicious/noExplicitAny: the answer of any server with this wire format
type Body = any

const TIME_OUT = 60_000

/** Sends JSON to one server over connections that are kept open. */
export class Connection {
  readonly #url: string
  readonly #agent = new http.Agent({ keepAlive: true })
  readonly #headers: Readonly<Record<string, string>>
  #cookie: string | undefined

  /** `headers` are sent with each request. */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url.replace(/\/+$/, '')
    this.#headers = headers
  }

  get = (path: string): Promise<Body> => this.send('GET', path)
  post = (path: string, body?: object): Promise<Body> => this.send('POST', path, body)

  /** Sends all that follows as this user of the shop. */
  async logIn(email: string, password: string): Promise<void> {
    await this.post('/admin/auth', { email, password })
  }

  /** The body of the answer. @throws where the server refuses. */
  send(method: string, path: string, body?: object): Promise<Body> {
    const json = body === undefined ? '' : JSON.stringify(body)
    const headers: http.OutgoingHttpHeaders = {
      ...this.#headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
      // A server behind TLS, as in production; some set their cookie there only.
      'x-forwarded-proto': 'https',
    }
    if (this.#cookie) headers.cookie = this.#cookie
    return new Promise((resolve, reject) => {
      const request = http.request(this.#url + path, { method, agent: this.#agent, headers }, (answer) => {
        this.#keepCookie(answer.headers['set-cookie'])
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode! < 400) resolve(text && JSON.parse(text))
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`))
        })
      })
      request.setTimeout(TIME_OUT, () => request.destroy(new Error(`${method} ${path} was not answered`)))
      request.on('error', reject).end(json)
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #keepCookie(set: string[] | undefined): void {
    if (set?.[0]) this.#cookie = set[0].split(';')[0]
  }
}

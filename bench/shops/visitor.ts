import { Agent, get, type IncomingMessage } from 'node:http'

/** Sends requests for a host name, one after another on one connection. */
export class Visitor {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string, host?: string) {
    this.#url = url
    this.#headers = host === undefined ? {} : { host }
  }

  /** @throws Error if the answer is not a success. Overload does not count. */
  get(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (answer: IncomingMessage) => {
        answer.resume().once('end', () => {
          const { statusCode = 0 } = answer
          if (statusCode === 200 || statusCode === 429 || statusCode === 503) resolve()
          else reject(new Error(`${path} answered ${statusCode}`))
        })
      }
      get(`${this.#url}${path}`, { agent: this.#agent, headers: this.#headers }, finish).once('error', reject)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

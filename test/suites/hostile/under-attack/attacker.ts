import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** On Linux all of 127.0.0.0/8 is this machine: limits per address distinguish the attacker from the customers. */
const ATTACKER_ADDRESS = process.platform === 'linux' ? '127.0.0.66' : '127.0.0.1'

const AFTER_REFUSAL = 20
/** A socket that does not read does not see that the server has reset it. */
const UNREAD_SECONDS = 6

export interface AttackRequest {
  method?: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
}

export interface UnreadRequests {
  /** Requested one after the other on each connection, without waiting for the answers. */
  paths: readonly string[]
  headers?: Record<string, string>
  /** Default: 0 */
  bytesPerSecond?: number
}

export class Attacker {
  /** How often the server gave each answer; `none` for a connection that it refused or broke. */
  readonly answers = new Map<string, number>()
  #isOver = false
  #sendsNothing = false
  readonly #url: URL
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  readonly #unread = new Set<{ destroy(): void }>()

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** Sends nothing more, and keeps its connections open. */
  hold(): void {
    this.#sendsNothing = true
  }

  stop(): void {
    this.#isOver = true
    this.#sendsNothing = true
    for (const socket of this.#unread) socket.destroy()
    this.#agent.destroy()
  }

  async inLoops(count: number, requestOf: (i: number) => AttackRequest): Promise<void> {
    let next = 0
    const loop = async () => {
      while (!this.#sendsNothing) await this.send(requestOf(next++))
    }
    await Promise.all(Array.from({ length: count }, loop))
  }

  /** Sends `count` requests at the same moment, and the next wave once all of them are answered. */
  async inWaves(count: number, requestOf: (wave: number, i: number) => AttackRequest): Promise<void> {
    for (let wave = 0; !this.#sendsNothing; wave++)
      await Promise.all(Array.from({ length: count }, (_, i) => this.send(requestOf(wave, i))))
  }

  /** Keeps `count` connections open whose answers it does not read, or reads very slowly. */
  async hardlyReading(count: number, requests: UnreadRequests): Promise<void> {
    const holding = async () => {
      while (!this.#sendsNothing) {
        await this.#openUnread(requests)
        await pause(AFTER_REFUSAL)
      }
    }
    await Promise.all(Array.from({ length: count }, holding))
  }

  /** Resolves when the server has certainly closed the connection. */
  async #openUnread({ paths, headers = {}, bytesPerSecond = 0 }: UnreadRequests): Promise<void> {
    const lines = Object.entries({ host: this.#url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const port = Number(this.#url.port)
    const socket = connect({ host: this.#url.hostname, port, localAddress: ATTACKER_ADDRESS })
    this.#unread.add(socket)
    socket.pause()
    socket.on('error', () => {})
    socket.once('connect', () =>
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`).join('')),
    )
    const closed = once(socket, 'close')
    for (let second = 0; second < UNREAD_SECONDS && !socket.destroyed; second++) {
      await Promise.race([pause(1000), closed])
      if (bytesPerSecond > 0) socket.read(bytesPerSecond)
    }
    if (this.#sendsNothing) await closed
    socket.destroy()
    this.#unread.delete(socket)
    this.#count('unread')
  }

  async send({ method = 'POST', path, body, headers }: AttackRequest): Promise<void> {
    const answer = await this.#ask(method, path, { headers, body: method === 'GET' ? undefined : (body ?? {}) })
    if (this.#isOver) return
    this.#count(answer)
    if (answer === 'none') await pause(AFTER_REFUSAL)
  }

  #ask(method: string, path: string, { headers, body }: Pick<AttackRequest, 'headers' | 'body'>): Promise<string> {
    const { hostname, port } = this.#url
    return new Promise((resolve) => {
      const request = http.request({
        ...{ hostname, port, method, path, agent: this.#agent, localAddress: ATTACKER_ADDRESS },
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      })
      request.on('error', () => resolve('none'))
      request.once('close', () => resolve('none'))
      request.once('response', (response) => {
        response.on('error', () => resolve('none'))
        response.once('end', () => resolve(String(response.statusCode)))
        response.resume()
      })
      request.end(body && JSON.stringify(body))
    })
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}

import http from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** On Linux all of 127.0.0.0/8 is this machine: limits per address distinguish the attacker from the customers. */
const ATTACKER_ADDRESS = process.platform === 'linux' ? '127.0.0.66' : '127.0.0.1'

const AFTER_REFUSAL = 20

export interface AttackRequest {
  method?: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
}

export class Attacker {
  /** How often the server gave each answer; `none` for a connection that it refused or broke. */
  readonly answers = new Map<string, number>()
  isOver = false
  readonly #url: URL
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  readonly #unread = new Set<{ destroy(): void }>()

  constructor(url: string) {
    this.#url = new URL(url)
  }

  stop(): void {
    this.isOver = true
    for (const socket of this.#unread) socket.destroy()
    this.#agent.destroy()
  }

  async inLoops(count: number, requestOf: (i: number) => AttackRequest): Promise<void> {
    let next = 0
    const loop = async () => {
      while (!this.isOver) await this.send(requestOf(next++))
    }
    await Promise.all(Array.from({ length: count }, loop))
  }

  /** Sends `count` requests at the same moment, and the next wave once all of them are answered. */
  async inWaves(count: number, requestOf: (wave: number, i: number) => AttackRequest): Promise<void> {
    for (let wave = 0; !this.isOver; wave++)
      await Promise.all(Array.from({ length: count }, (_, i) => this.send(requestOf(wave, i))))
  }

  /** Keeps `count` connections open whose answers it never reads. */
  async neverReading(count: number, { path, headers = {} }: AttackRequest): Promise<void> {
    const lines = Object.entries({ host: this.#url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    const connection = () =>
      new Promise<void>((resolve) => {
        const port = Number(this.#url.port)
        const socket = connect({ host: this.#url.hostname, port, localAddress: ATTACKER_ADDRESS })
        this.#unread.add(socket)
        socket.pause()
        socket.on('error', () => {})
        socket.once('connect', () => socket.write(head))
        socket.once('close', () => {
          this.#unread.delete(socket)
          this.#count('closed unread')
          resolve()
        })
      })
    const holding = async () => {
      while (!this.isOver) {
        await connection()
        await pause(AFTER_REFUSAL)
      }
    }
    await Promise.all(Array.from({ length: count }, holding))
  }

  async send({ method = 'POST', path, body, headers }: AttackRequest): Promise<void> {
    const answer = await this.#ask(method, path, { headers, body: method === 'GET' ? undefined : (body ?? {}) })
    if (this.isOver) return
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

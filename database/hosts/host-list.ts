import type { Client, ClientConfig } from 'pg'
import { type DatabaseAddress, hostOf } from './database-address.ts'
import { findHost } from './find-host.ts'

/** Milliseconds between two looks for the host of an address. A failover is noticed after at most two of them. */
const LOOK_INTERVAL = 2000

/** The host of an address with several hosts, for all connections of the process. */
export class HostList {
  readonly address: DatabaseAddress
  readonly #config: ClientConfig
  readonly #clients = new Set<Client>()
  #found: Promise<string> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(address: DatabaseAddress, config: ClientConfig) {
    this.address = address
    this.#config = config
  }

  /**
   * Returns the address of the host that was found last.
   * @throws NoMatchingHost
   */
  find(): Promise<string> {
    this.#found ??= findHost(this.address, this.#config)
    const found = this.#found
    found.catch(() => this.forget(found))
    return found
  }

  forget(found = this.#found): void {
    if (this.#found === found) this.#found = undefined
  }

  /** Breaks the connection of the client when another host has taken over. */
  watch(client: Client): void {
    client.on('error', () => this.forget())
    // Of the other hosts there can be several. None takes over from another.
    const { urls, target } = this.address
    if (urls.length === 1 || (target !== 'read-write' && target !== 'primary')) return
    this.#clients.add(client)
    client.once('end', () => {
      this.#clients.delete(client)
      if (this.#clients.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    })
    this.#timer ??= setInterval(() => this.#look(), LOOK_INTERVAL).unref()
  }

  /** A machine that died does not close its connections. */
  async #look(): Promise<void> {
    const url = await findHost(this.address, this.#config).catch(() => undefined)
    if (url === undefined) return
    this.#found = Promise.resolve(url)
    for (const client of this.#clients) if (`${client.host}:${client.port}` !== hostOf(url)) breakConnection(client)
  }
}

/** Ends the connection without a word to the server. Its statements fail as after a crash of the server. */
export function breakConnection(client: object): void {
  const { connection } = client as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(new Error('Connection terminated'))
}

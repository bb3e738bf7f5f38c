import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { continueSequences } from './continue-sequences.ts'
import { type DatabaseAddress, hostOf } from './database-address.ts'
import { type FoundHost, findHost, NoMatchingHost } from './find-host.ts'
import { assertNode, findNode } from './find-node.ts'

/** Milliseconds between two looks for the host of an address. A failover is noticed after at most two of them. */
export const LOOK_INTERVAL = 2000
/** Milliseconds between two looks around a planned switch to another host. */
const SWITCH_INTERVAL = 50
/** Milliseconds that a connection waits for the end of a switch, at most. Its pool can have a shorter limit. */
const SWITCH_WAIT = 30_000

/** The pool of a client. */
export interface ReplaceablePool {
  /** Closes the clients that are idle, and the others when they are released. */
  replaceClients(): void
}

/** The host of an address with several hosts or of a cluster, for all connections of the process. */
export class HostList {
  readonly address: DatabaseAddress
  /** The schema of a cluster whose node gets the connections. Undefined for the named host. */
  #schema: string | undefined
  /** The node, and the version of the placement of the schema there. */
  #prepared: string | undefined
  readonly #config: ClientConfig
  readonly #clients = new Map<Client, ReplaceablePool | undefined>()
  #found: Promise<string> | undefined
  #timer: NodeJS.Timeout | undefined
  #isAnnounced = false

  constructor(address: DatabaseAddress, config: ClientConfig) {
    this.address = address
    this.#config = config
  }

  /**
   * Returns the address of the host that was found last.
   * @throws NoMatchingHost
   */
  find(): Promise<string> {
    this.#found ??= this.#findHost()
    const found = this.#found
    found.catch(() => this.forget(found))
    return found
  }

  /** The quoted name of the schema that the connections follow. */
  get schema(): string | undefined {
    return this.#schema && `"${this.#schema}"`
  }

  /** Looks at once for the host, and breaks the connections to another one. */
  look(): void {
    this.forget()
    void this.#look()
  }

  /** The node of the schema gets the connections. */
  follow(schema: string | undefined): void {
    this.#schema = schema
    this.forget()
  }

  /**
   * Prepares the node of a schema for the writes of this process, again after each move: a schema can return to an earlier node.
   * @throws an error of the network if the schema has left the node.
   */
  async prepare(client: Client): Promise<void> {
    if (!this.#schema || !this.schema) return
    const placement = `${client.host}:${client.port} ${await assertNode(client, this.schema)}`
    if (this.#prepared === placement) return
    await continueSequences(client, this.#schema)
    this.#prepared = placement
  }

  forget(found = this.#found): void {
    if (this.#found === found) this.#found = undefined
  }

  /** Breaks the connection of the client when another host has taken over, or returns it before a planned switch. */
  watch(client: Client, pool?: ReplaceablePool): void {
    client.on('error', () => this.forget())
    // Of the other hosts there can be several. None takes over from another.
    if (!this.#hasSuccessor()) return
    this.#clients.set(client, pool)
    client.once('end', () => {
      this.#clients.delete(client)
      if (this.#clients.size > 0) return
      clearTimeout(this.#timer)
      this.#timer = undefined
    })
    this.#timer ??= this.#lookLater()
  }

  async #findHost(): Promise<string> {
    const { urls, target } = this.address
    const isOnly = urls.length === 1 && target === 'any'
    const url = isOnly ? urls[0] : (await this.#awaitHost()).url
    return this.#schema ? findNode(url, this.#schema, this.#config) : url
  }

  /** Waits for the end of a planned switch. */
  async #awaitHost(): Promise<FoundHost> {
    const until = performance.now() + SWITCH_WAIT
    for (;;) {
      try {
        return await findHost(this.address, this.#config)
      } catch (error) {
        if (!(error instanceof NoMatchingHost && error.isSwitching) || performance.now() > until) throw error
        await pause(SWITCH_INTERVAL)
      }
    }
  }

  #hasSuccessor(): boolean {
    const { urls, target } = this.address
    return this.#schema !== undefined || (urls.length > 1 && (target === 'read-write' || target === 'primary'))
  }

  #lookLater(): NodeJS.Timeout {
    const timer = setTimeout(
      async () => {
        await this.#look()
        if (this.#timer === timer) this.#timer = this.#lookLater()
      },
      this.#isAnnounced ? SWITCH_INTERVAL : LOOK_INTERVAL,
    ).unref()
    return timer
  }

  /** A machine that died does not close its connections. */
  async #look(): Promise<void> {
    const schema = this.#schema
    const url = this.#hasSuccessor() ? await this.#lookForHost() : undefined
    if (url === undefined || schema !== this.#schema) return
    this.#found = Promise.resolve(url)
    for (const client of this.#clients.keys())
      if (`${client.host}:${client.port}` !== hostOf(url)) breakConnection(client)
  }

  async #lookForHost(): Promise<string | undefined> {
    try {
      if (this.#schema) return await this.#findHost()
      const { url, isAnnounced } = await findHost(this.address, this.#config)
      this.#isAnnounced = isAnnounced
      return url
    } catch (error) {
      if (error instanceof NoMatchingHost && error.isSwitching) this.#returnConnections()
      return undefined
    }
  }

  #returnConnections(): void {
    this.forget()
    for (const pool of new Set(this.#clients.values())) pool?.replaceClients()
    for (const [client, pool] of this.#clients) if (!pool) breakConnection(client)
  }
}

/** Ends the connection without a word to the server. Its statements fail as after a crash of the server. */
export function breakConnection(client: object): void {
  const { connection } = client as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(new Error('Connection terminated'))
}

import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import type { ConnectionBudget } from './connection-budget.ts'
import { endpointOf, parseAddress } from './database-address.ts'
import { assertSession } from './find-host.ts'
import { breakConnection, HostList } from './host-list.ts'

/** The configuration of a connection, by its address. */
export type AddressConfig = ClientConfig & { connectionString: string }

export interface PoolSettings extends PoolConfig {
  connectionString: string
  /** Default: the pool opens up to `max` connections. */
  budget?: ConnectionBudget
}

interface PoolClientConfig extends ClientConfig {
  /** Waits until the pool may open a connection. Returns a function to call when the connection has ended. */
  takeConnection?: () => Promise<() => void>
}

/** A pool of `DatabaseClient`. */
export class DatabasePool extends Pool {
  constructor({ budget, ...config }: PoolSettings) {
    super({ ...config, Client: DatabaseClient })
    const { connectionTimeoutMillis = 0 } = config
    // `pg-pool` passes its options to each client.
    if (budget)
      Object.assign(this.options, { takeConnection: () => budget.take(this, connectionTimeoutMillis || LONGEST_WAIT) })
    // `pg` reports a connection that PostgreSQL closes as an event. Without a listener the event would end the process.
    this.on('connect', (client) => client.on('error', () => {}))
    this.on('error', () => {})
  }

  /** The next statements use new connections. */
  async closeIdle(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: this.idleCount }, () => this.connect()))
    for (const client of clients) client.release(true)
  }
}

/** A client of `pg` whose address may name several hosts, in the form of libpq. */
export class DatabaseClient extends Client {
  readonly #hosts: HostList | undefined
  readonly #takeConnection: PoolClientConfig['takeConnection']

  // `pg-pool` passes its configuration, which its types leave out.
  constructor({ connectionString = '', takeConnection, ...config }: PoolClientConfig = {}) {
    const { urls, target } = parseAddress(connectionString)
    super({ ...config, connectionString: urls[0] })
    this.#takeConnection = takeConnection
    if (urls.length > 1 || target !== 'any' || hostLists.has(connectionString))
      this.#hosts = hostListOf(connectionString, config)
  }

  /** The quoted name of the schema whose node the client is connected to. Undefined outside of a cluster. */
  get followedSchema(): string | undefined {
    return this.#hosts?.schema
  }

  /** The schema has left the node of the client. Its next statements fail as after a crash. */
  leaveNode(): void {
    breakConnection(this)
    this.#hosts?.look()
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<Client> | void {
    if (!this.#hosts && !this.#takeConnection) return callback ? super.connect(callback) : super.connect()
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(() => (callback as () => void)(), callback)
  }

  async #connect(): Promise<Client> {
    const giveBack = await this.#takeConnection?.()
    if (giveBack) this.once('end', giveBack)
    try {
      return await (this.#hosts ? this.#connectTo(this.#hosts) : super.connect())
    } catch (error) {
      giveBack?.()
      throw error
    }
  }

  async #connectTo(hosts: HostList): Promise<Client> {
    const found = hosts.find()
    try {
      Object.assign(this, endpointOf(await found))
      hosts.watch(this)
      await super.connect()
      await assertSession(this, hosts.address.target)
      await hosts.prepare(this)
    } catch (error) {
      hosts.forget(found)
      void this.end().catch(() => {})
      throw error
    }
    return this
  }
}

/** In milliseconds. */
const LONGEST_WAIT = 60_000

const hostLists = new Map<string, HostList>()

/**
 * The address is that of a Citus cluster. Connections go to the node that holds the schema, and follow it when it moves.
 * Without a schema they go to the named host: only the coordinator changes a schema.
 */
export function followSchema(connectionString: string, schema: string | undefined): void {
  hostListOf(connectionString, {}).follow(schema)
}

function hostListOf(connectionString: string, { ssl }: ClientConfig): HostList {
  const hosts = hostLists.get(connectionString) ?? new HostList(parseAddress(connectionString), { ssl })
  hostLists.set(connectionString, hosts)
  return hosts
}

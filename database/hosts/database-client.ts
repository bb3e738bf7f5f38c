import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg'
import type { ConnectionBudget } from './connection-budget.ts'
import { endpointOf, parseAddress } from './database-address.ts'
import { assertSession } from './find-host.ts'
import { breakConnection, HostList, type ReplaceablePool } from './host-list.ts'

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
  pool?: ReplaceablePool
}

/** A pool of `DatabaseClient`. */
export class DatabasePool extends Pool implements ReplaceablePool {
  readonly #replaced = new WeakSet<PoolClient>()
  readonly #open = new Set<PoolClient>()

  constructor({ budget, ...config }: PoolSettings) {
    super({ ...config, Client: DatabaseClient })
    const { connectionTimeoutMillis = 0 } = config
    // `pg-pool` passes its options to each client.
    Object.assign(this.options, { pool: this })
    if (budget)
      Object.assign(this.options, { takeConnection: () => budget.take(this, connectionTimeoutMillis || LONGEST_WAIT) })
    this.on('connect', (client) => this.#open.add(client))
    this.on('remove', (client) => this.#open.delete(client))
    // `pg-pool` removes a client that ends.
    this.on('release', (_error, client) => {
      if (this.#replaced.has(client)) void client.end().catch(() => {})
    })
    // `pg` reports a connection that PostgreSQL closes as an event. Without a listener the event would end the process.
    this.on('connect', (client) => client.on('error', () => {}))
    this.on('error', () => {})
  }

  replaceClients(): void {
    for (const client of this.#open) this.#replaced.add(client)
    void this.closeIdle().catch(() => {})
  }

  /** The next statements use new connections. */
  async closeIdle(): Promise<void> {
    const closing = Array.from({ length: this.idleCount }, async () => {
      const client = await this.connect()
      client.release(true)
    })
    await Promise.all(closing)
  }
}

/** A client of `pg` whose address may name several hosts, in the form of libpq. */
export class DatabaseClient extends Client {
  readonly #hosts: HostList | undefined
  readonly #takeConnection: PoolClientConfig['takeConnection']
  readonly #pool: ReplaceablePool | undefined

  // `pg-pool` passes its configuration, which its types leave out.
  constructor({ connectionString = '', takeConnection, pool, ...config }: PoolClientConfig = {}) {
    const { urls, target } = parseAddress(connectionString)
    super({ ...config, connectionString: urls[0] })
    this.#takeConnection = takeConnection
    this.#pool = pool
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
      hosts.watch(this, this.#pool)
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

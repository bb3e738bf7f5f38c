import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { endpointOf, parseAddress } from './database-address.ts'
import { assertSession } from './find-host.ts'
import { HostList } from './host-list.ts'

/** The configuration of a connection, by its address. */
export type AddressConfig = ClientConfig & { connectionString: string }

/** A pool of `DatabaseClient`. */
export class DatabasePool extends Pool {
  constructor(config: PoolConfig & AddressConfig) {
    super({ ...config, Client: DatabaseClient })
    // `pg` reports a connection that PostgreSQL closes as an event. Without a listener the event would end the process.
    this.on('connect', (client) => client.on('error', () => {}))
    this.on('error', () => {})
  }
}

/** A client of `pg` whose address may name several hosts, in the form of libpq. */
export class DatabaseClient extends Client {
  readonly #hosts: HostList | undefined

  // `pg-pool` passes its configuration, which its types leave out.
  constructor({ connectionString = '', ...config }: ClientConfig = {}) {
    const { urls, target } = parseAddress(connectionString)
    super({ ...config, connectionString: urls[0] })
    if (urls.length > 1 || target !== 'any') this.#hosts = hostListOf(connectionString, config)
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<Client> | void {
    if (!this.#hosts) return callback ? super.connect(callback) : super.connect()
    const connecting = this.#connectTo(this.#hosts)
    if (!callback) return connecting
    connecting.then(() => (callback as () => void)(), callback)
  }

  async #connectTo(hosts: HostList): Promise<Client> {
    const found = hosts.find()
    try {
      Object.assign(this, endpointOf(await found))
      hosts.watch(this)
      await super.connect()
      await assertSession(this, hosts.address.target)
    } catch (error) {
      hosts.forget(found)
      void this.end().catch(() => {})
      throw error
    }
    return this
  }
}

const hostLists = new Map<string, HostList>()

function hostListOf(connectionString: string, { ssl }: ClientConfig): HostList {
  const hosts = hostLists.get(connectionString) ?? new HostList(parseAddress(connectionString), { ssl })
  hostLists.set(connectionString, hosts)
  return hosts
}

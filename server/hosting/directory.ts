import { Migrator } from '@mikro-orm/migrations'
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { sealData, unsealData } from 'iron-session'
import type { Logger } from 'pino'
import { insertRow, lockRow } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { Duplicate, InvalidData, NotFound } from '#entities/errors.ts'
import { SecondFactor } from '#entities/people/second-factor/second-factor.ts'
import { addressOf } from '#server/database/databases.ts'
import { ormOptions } from '#server/database/orm-options.ts'
import { postgresVersionOf } from '#server/database/postgres-version.ts'
import type { Environment } from '#server/settings/config.ts'
import type { DatabaseSettings } from '#server/settings/database.ts'
import { withAdvisoryLock } from '#server/shop/open-database.ts'
import { DatabaseServers, DEFAULT_SERVER } from './database-servers.ts'
import { HostedShop, type ShopStatus } from './hosted-shop.ts'
import { JOBS_CHANNEL, listenForJobs } from './listen-for-jobs.ts'
import { ShopMoves } from './move/shop-moves.ts'
import { People } from './people/people.ts'
import { databaseNameOf } from './shop-databases.ts'
import { type OverviewRow, type ShopFacts, saveFacts, saveRequests, selectOverview } from './shop-facts.ts'

/** A shop as the directory describes it. */
export interface ShopRecord {
  id: string
  status: ShopStatus
  /** The name of the database. */
  database: string
  databaseUrl: string
  /** The PostgreSQL server of the database. */
  server: string
  /** The address of another database of this server. */
  serverUrl: string
  /** The first is the address of the console, and of links in mails. */
  hosts: string[]
  settings: Environment
  preparedBy: string | null
  /** Whether the shop is being switched to another server, so that its requests and jobs must wait. */
  isMoving: boolean
  /** Whether the shop has a copy at another server. */
  hasCopy: boolean
  /** The same for two records whose shop is opened in the same way. */
  fingerprint: string
}

export interface NewShop {
  id: string
  /** Default: the server of the directory. */
  server?: string | undefined
  hosts: readonly string[]
  settings: Environment
}

/** Which shops exist, at which hosts, in which databases. One database, which all processes of the deployment read. */
export class Directory implements AsyncDisposable {
  readonly #orm: MikroORM
  readonly #url: string
  readonly #secret: string
  readonly servers: DatabaseServers
  readonly moves: ShopMoves

  /** Creates the tables if they are missing. `secret` encrypts the settings of the shops. */
  static async open(
    url: string,
    { secret, poolMax = 4, ...settings }: DatabaseSettings & { secret: string },
  ): Promise<Directory> {
    const options = ormOptions({
      url,
      poolSize: poolMax,
      timeouts: settings.timeouts,
      entities: [HostedShop, SecondFactor],
    })
    const orm = await MikroORM.init({
      ...options,
      ensureDatabase: false,
      migrations: { ...options.migrations, path: `${import.meta.dirname}/migrations`, silent: true },
    })
    await withAdvisoryLock(orm, () => new Migrator(orm.em).up())
    return new Directory(orm, url, secret)
  }

  private constructor(orm: MikroORM, url: string, secret: string) {
    this.#orm = orm
    this.#url = url
    this.#secret = secret
    this.moves = new ShopMoves(orm)
    this.servers = new DatabaseServers({ orm, url, secret })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#orm.close()
  }

  /** Changes with each change of the directory. */
  async version(): Promise<string> {
    const [row] = await selectVersion(this.#em)
    return row!.version
  }

  postgresVersion(): Promise<string> {
    return postgresVersionOf(this.#orm)
  }

  /** Returns the id of the shop with the host name, or else with the publishable API key. */
  async find({ host, key }: { host: string; key: string | undefined }): Promise<string | undefined> {
    const [found] = await selectShopOf(this.#em, host, key ?? null)
    return found?.id
  }

  async list(): Promise<ShopRecord[]> {
    const rows = await selectShops(this.#em, null)
    return Promise.all(rows.map((row) => this.#recordOf(row)))
  }

  /** The ids of the shops in their order, for work on all of them. */
  async activeIds(): Promise<string[]> {
    return (await selectActiveIds(this.#em)).map(({ id }) => id)
  }

  async read(id: string): Promise<ShopRecord | undefined> {
    if (!SHOP_ID.test(id)) return undefined
    const [row] = await selectShops(this.#em, id)
    return row && this.#recordOf(row)
  }

  /** @throws NotFound */
  async get(id: string): Promise<ShopRecord> {
    const record = await this.read(id)
    if (!record) throw missingShop(id)
    return record
  }

  /** @throws NotFound. @throws InvalidData if the creation of the shop is not complete. */
  async getComplete(id: string): Promise<ShopRecord> {
    const record = await this.get(id)
    if (record.status === 'creating') throw new InvalidData(`The creation of the shop ${id} is not complete`)
    return record
  }

  /**
   * Reserves the id and the hosts of a shop. A shop whose creation was interrupted is begun again.
   * @throws Duplicate if another shop has the id or a host.
   */
  async begin({ id, hosts, settings, server: name = DEFAULT_SERVER }: NewShop): Promise<ShopRecord> {
    assertShopId(id)
    const sealed = await this.#seal(settings)
    const server = name === DEFAULT_SERVER ? null : (await this.servers.get(name)).name
    await inTransaction(this.#orm.em, async (em) => {
      const known = await lockRow(em, HostedShop, { id })
      if (known && known.status !== 'creating') throw new Duplicate(`The shop ${id} already exists`)
      if (known) Object.assign(known, { settings: sealed, server })
      else
        insertRow(em, HostedShop, {
          id,
          status: 'creating',
          database: databaseNameOf(this.#url, id),
          settings: sealed,
          server,
          prepared_by: null,
          schema_version: null,
        })
      await em.flush()
      await setHosts(em, id, hosts)
    })
    return this.get(id)
  }

  async setHosts(id: string, hosts: readonly string[]): Promise<void> {
    await this.#change(id, (em) => setHosts(em, id, hosts))
  }

  /** Pauses or resumes a shop. @throws InvalidData if its creation is not complete. */
  async setStatus(id: string, status: Exclude<ShopStatus, 'creating'>): Promise<void> {
    await this.#change(id, async (_em, shop) => {
      if (shop.status === 'creating')
        throw new InvalidData(`The creation of the shop ${id} is not complete. Create it again, or drop it.`)
      shop.status = status
    })
  }

  /** Runs `work` while the shop can be neither paused nor resumed nor changed in another way. @throws NotFound */
  async whileLocked(id: string, work: (shop: ShopRecord) => Promise<void>): Promise<void> {
    await this.#change(id, async () => work(await this.get(id)))
  }

  /** Completes a creation. */
  async complete(id: string, status: Exclude<ShopStatus, 'creating'>): Promise<void> {
    await this.#change(id, async (_em, shop) => {
      shop.status = status
    })
  }

  async setSettings(id: string, change: (settings: Environment) => Environment): Promise<void> {
    await this.#change(id, async (_em, shop) => {
      shop.settings = await this.#seal(change(await this.#unseal(shop.settings)))
    })
  }

  async setPreparedBy(id: string, program: string, schemaVersion: string | null): Promise<void> {
    await this.#change(id, async (_em, shop) => {
      shop.prepared_by = program
      shop.schema_version = schemaVersion
    })
  }

  /** Replaces the publishable API keys of the shop, and its facts. */
  async record(id: string, { keys, facts }: { keys: readonly string[]; facts: ShopFacts }): Promise<void> {
    await batch(this.#em, replaceKeys.with(id, keys), saveFacts.with(id, facts))
  }

  /** Records that shops have had requests. */
  async recordRequests(ids: readonly string[]): Promise<void> {
    await saveRequests(this.#em, ids)
  }

  /** The shops with their facts, or one of them for an id. */
  overview(id: string | null = null): Promise<OverviewRow[]> {
    return selectOverview(this.#em, id)
  }

  async delete(id: string): Promise<void> {
    await deleteShop(this.#em, id)
  }

  /** Notifies the processes with jobs that the shop may have new ones. */
  async announceJobs(id: string): Promise<void> {
    await notifyOfJobs(this.#em, id)
  }

  /** Calls `heard` for each announcement. Connects again after a failure. */
  listenForJobs(logger: Logger, heard: (id: string) => void): AsyncDisposable {
    return listenForJobs(this.#url, logger, heard)
  }

  /** The address of the directory. Its server has the databases of the shops that name no other one. */
  get url(): string {
    return this.#url
  }

  /** The persons of the deployment. */
  get people(): People {
    return new People(this.#orm)
  }

  get orm(): MikroORM {
    return this.#orm
  }

  /** Encrypts settings and sessions of operators. */
  get secret(): string {
    return this.#secret
  }

  get #em(): EntityManager {
    return this.#orm.em.fork()
  }

  #change(id: string, change: (em: EntityManager, shop: HostedShop) => Promise<void>): Promise<void> {
    return inTransaction(this.#orm.em, async (em) => {
      const shop = await lockRow(em, HostedShop, { id })
      if (!shop) throw missingShop(id)
      await change(em, shop as HostedShop)
      await em.flush()
    })
  }

  async #recordOf({
    id,
    status,
    database,
    server,
    server_url,
    settings,
    prepared_by,
    is_moving,
    has_copy,
    hosts,
  }: ShopRow): Promise<ShopRecord> {
    const serverUrl = await this.servers.urlOf(server_url)
    const databaseUrl = addressOf(serverUrl, database)
    return {
      ...{ id, status, database, databaseUrl, server: server ?? DEFAULT_SERVER, serverUrl, hosts },
      settings: await this.#unseal(settings),
      preparedBy: prepared_by,
      isMoving: is_moving,
      hasCopy: has_copy,
      fingerprint: JSON.stringify([status, databaseUrl, settings, hosts, is_moving]),
    }
  }

  #seal(settings: Environment): Promise<string> {
    return sealData(settings, { password: this.#secret, ttl: 0 })
  }

  #unseal(sealed: string): Promise<Environment> {
    return unsealData<Record<string, string>>(sealed, { password: this.#secret, ttl: 0 })
  }
}

const missingShop = (id: string) => new NotFound(`The shop ${id} does not exist. List the shops: shop shops list`)

const SHOP_ID = /^[a-z][a-z0-9-]{0,39}$/

/** @throws InvalidData */
export function assertShopId(id: string): void {
  if (!SHOP_ID.test(id))
    throw new InvalidData(
      'The id of a shop has lower-case letters, digits and -, begins with a letter, and has at most 40 characters',
    )
  // The names of templates begin in the same way.
  if (id.startsWith('template-')) throw new InvalidData('The id of a shop cannot begin with template-')
}

interface ShopRow {
  id: string
  status: ShopStatus
  database: string
  server: string | null
  server_url: string | null
  settings: string
  prepared_by: string | null
  is_moving: boolean
  has_copy: boolean
  hosts: string[]
}

const selectVersion = statement<{ version: string }>('select version::text from directory_version')

const selectShopOf = statement<{ id: string }>(`
  select coalesce((select shop_id from shop_host where host = $1), (select shop_id from shop_key where key = $2)) as id`)

const selectActiveIds = statement<{ id: string }>(`select id from hosted_shop where status = 'active' order by id`)

const selectShops = statement<ShopRow>(`
  select id, status, database, server, (select url from database_server where name = server) as server_url, settings, prepared_by,
    exists (select from shop_move where shop_id = s.id and refuses_until > now()) as is_moving,
    exists (select from shop_move where shop_id = s.id) as has_copy,
    array(select host from shop_host where shop_id = s.id order by position, host) as hosts
  from hosted_shop s where $1::text is null or id = $1 order by id`)

/** Replaces the keys of a shop. A key that another shop has stays there. */
const replaceKeys = statement(`
  with gone as (
    delete from shop_key where shop_id = $1 and key <> all ($2::text[])
  )
  insert into shop_key (key, shop_id) select unnest($2::text[]), $1 on conflict do nothing`)

/** Replaces the hosts of a shop, in this order. A host that another shop has stays there. */
const replaceHosts = statement(`
  with gone as (
    delete from shop_host where shop_id = $1 and host <> all ($2::text[])
  )
  insert into shop_host (host, shop_id, position)
  select host, $1, min(place) from unnest($2::text[]) with ordinality given (host, place) group by host
  on conflict (host) do update set position = excluded.position
  where shop_host.shop_id = excluded.shop_id and shop_host.position <> excluded.position`)

const selectForeignHosts = statement<{ host: string }>(
  'select host from shop_host where host = any($2::text[]) and shop_id <> $1 order by host',
)

const notifyOfJobs = statement(`select pg_notify('${JOBS_CHANNEL}', $1)`)

const deleteShop = statement('delete from hosted_shop where id = $1')

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Returns the names in lower case. @throws InvalidData */
export function hostNames(hosts: readonly string[]): string[] {
  const names = hosts.map((host) => host.toLowerCase())
  const wrong = names.find((name) => !HOST.test(name))
  if (wrong !== undefined)
    throw new InvalidData(`${wrong} is not a host name. Leave out the protocol, the port and the path.`)
  return names
}

async function setHosts(em: EntityManager, id: string, hosts: readonly string[]): Promise<void> {
  const names = hostNames(hosts)
  await replaceHosts(em, id, names)
  const [foreign] = await selectForeignHosts(em, id, names)
  if (foreign) throw new Duplicate(`Another shop already has the host ${foreign.host}`)
}

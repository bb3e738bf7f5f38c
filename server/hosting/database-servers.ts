import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { sealData, unsealData } from 'iron-session'
import { parseAddress } from '#database/hosts/database-address.ts'
import { statement } from '#database/statement.ts'
import { Duplicate, InvalidData, NotFound } from '#entities/errors.ts'

/** A PostgreSQL server that can have databases of shops. */
export interface DatabaseServer {
  name: string
  /** The address of any database of the server. Its role creates the databases of the shops. */
  url: string
}

/** The name of the server of the directory. */
export const DEFAULT_SERVER = 'default'

interface OpenedDirectory {
  orm: MikroORM
  url: string
  secret: string
}

/** The PostgreSQL servers that the directory names. Their addresses are encrypted. */
export class DatabaseServers {
  readonly #directory: OpenedDirectory

  constructor(directory: OpenedDirectory) {
    this.#directory = directory
  }

  /** Returns the server of the directory first, and the others by name. */
  async list(): Promise<(DatabaseServer & { shops: number })[]> {
    const rows = await selectServers(this.#em)
    return Promise.all(
      rows.map(async ({ name, url, shops }) => ({ name: name ?? DEFAULT_SERVER, url: await this.urlOf(url), shops })),
    )
  }

  /** @throws NotFound */
  async get(name: string): Promise<DatabaseServer> {
    if (name === DEFAULT_SERVER) return { name, url: this.#directory.url }
    const [row] = await selectServer(this.#em, name)
    if (!row) throw missingServer(name)
    return { name, url: await this.urlOf(row.url) }
  }

  /** Returns the address in a row. Without one, it is that of the directory. */
  urlOf(sealed: string | null): Promise<string> {
    const { url, secret } = this.#directory
    return sealed === null ? Promise.resolve(url) : unsealData<string>(sealed, { password: secret, ttl: 0 })
  }

  /** @throws Duplicate if another server has the name. @throws InvalidData */
  async add({ name, url }: DatabaseServer): Promise<void> {
    assertServer({ name, url })
    const [added] = await insertServer(this.#em, name, await this.#seal(url))
    if (!added) throw new Duplicate(`The server ${name} already exists`)
  }

  /** Changes the address of a server, whose databases stay. @throws NotFound */
  async change({ name, url }: DatabaseServer): Promise<void> {
    assertServer({ name, url })
    const [changed] = await updateServer(this.#em, name, await this.#seal(url))
    if (!changed) throw missingServer(name)
  }

  /** @throws NotFound. @throws InvalidData if shops use the server. */
  async remove(name: string): Promise<void> {
    if (name === DEFAULT_SERVER) throw new InvalidData('The server of the directory cannot be removed')
    const [found] = await removeUnused(this.#em, name)
    if (!found) throw missingServer(name)
    if (found.shops.length > 0)
      throw new InvalidData(`The server ${name} has shops: ${found.shops.join(', ')}. Move or drop them first.`)
  }

  #seal(url: string): Promise<string> {
    return sealData(url, { password: this.#directory.secret, ttl: 0 })
  }

  get #em(): EntityManager {
    return this.#directory.orm.em.fork()
  }
}

const missingServer = (name: string) =>
  new NotFound(`The server ${name} does not exist. List the servers: shop shops servers list`)

/** @throws InvalidData */
export function assertServer({ name, url }: DatabaseServer): void {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name) || name === DEFAULT_SERVER)
    throw new InvalidData(
      `The name of a server has lower-case letters, digits and -, begins with a letter, has at most 40 characters, and is not ${DEFAULT_SERVER}`,
    )
  try {
    parseAddress(url)
  } catch (error) {
    throw new InvalidData(`The address of a server ${(error as Error).message}`)
  }
}

const selectServers = statement<{ name: string | null; url: string | null; shops: number }>(`
  with server as (select null as name, null as url union all select name, url from database_server)
  select name, url, (select count(*)::int from hosted_shop where server is not distinct from s.name) as shops
  from server s order by name nulls first`)

const selectServer = statement<{ url: string }>('select url from database_server where name = $1')

const insertServer = statement<{ name: string }>(
  'insert into database_server (name, url) values ($1, $2) on conflict do nothing returning name',
)

const updateServer = statement<{ name: string }>('update database_server set url = $2 where name = $1 returning name')

/** A shop that is created at the same time holds its server by the foreign key. */
const removeUnused = statement<{ shops: string[] }>(`
  with shops as (
    select array(
      select id from hosted_shop where server = $1 union select shop_id from shop_move where follower = $1 order by 1 limit 5
    ) as shops
  ), removed as (
    delete from database_server where name = $1 and (select shops = '{}' from shops)
  )
  select shops from shops where exists (select from database_server where name = $1)`)

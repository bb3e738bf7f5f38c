import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { inTransaction } from '#database/transaction.ts'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { lockStore } from '#entities/market/store/find-store.ts'
import { type AddedUser, ensureAdministrator } from '#server/database/administrator.ts'
import { seedSharedData } from '#server/database/base-data.ts'
import {
  addressOf,
  copyDatabase,
  createDatabase,
  databaseExists,
  dropDatabase,
  renameDatabase,
} from '#server/database/databases.ts'
import { withSessionLock } from '#server/database/session-lock.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { composeHostedShop } from './compose-hosted-shop.ts'
import { DEFAULT_SERVER } from './database-servers.ts'
import { hostNames, type NewShop, type ShopRecord } from './directory.ts'
import { openShop, type Program } from './open-shop.ts'
import { programOf, templateMarkOf } from './prepare-shop.ts'
import { databaseNameOf } from './shop-databases.ts'
import { assertOfShop, environmentOf } from './shop-environment.ts'
import { type ShopWait, withShopLock } from './shop-lock.ts'

export interface ShopToCreate extends NewShop {
  /** The name of the store. Default: its id. */
  name?: string | undefined
  administrator: { email: string; password?: string | undefined }
  wait?: ShopWait | undefined
}

/**
 * Creates a shop with its database and its first administrator. An interrupted creation can be repeated.
 * @throws Duplicate if the shop or a host exists.
 * @throws InvalidData or StartError if a setting is invalid.
 */
export function createShop(
  program: Program,
  { id, hosts, settings, server, name = id, administrator, wait }: ShopToCreate,
): Promise<Partial<AddedUser>> {
  const begun = { id, hosts, settings, server, change: 'create', wait } as const
  return beginShop(program, begun, async (record, preparedBy) => {
    await using shop = await openShop(program, { ...record, preparedBy })
    await inTransaction(shop.orm.em, async (em) => {
      const store = await lockStore(em)
      store.name = name
      await em.flush()
    })
    const { email, password } = administrator
    const added = await ensureAdministrator(shop.orm, { email, ...(password === undefined ? {} : { password }) })
    await program.directory.complete(id, 'active')
    return added
  })
}

interface ShopToBegin extends NewShop {
  change: 'create' | 'copy' | 'import'
  wait?: ShopWait | undefined
}

/**
 * Reserves the id and the hosts, creates a database from the template, and runs `complete`, which completes the shop. Throws as `createShop` does.
 */
export async function beginShop<Result>(
  program: Program,
  { id, hosts, settings, server: serverName, change, wait }: ShopToBegin,
  complete: (record: ShopRecord, preparedBy: string) => Promise<Result>,
): Promise<Result> {
  const { directory } = program
  assertOfShop(settings, program.plugins)
  const names = hostNames(hosts)
  const own = { SESSION_SECRET: randomBytes(32).toString('base64url'), ...settings }
  return withShopLock(directory, { id, change, wait }, async () => {
    const server = await directory.servers.get(serverName ?? DEFAULT_SERVER)
    const { parts } = composeHostedShop(program, { id, hosts: names, settings: own, databaseUrl: server.url })
    const known = await directory.read(id)
    const database = databaseNameOf(directory.url, id)
    if (known?.server !== server.name && (await databaseExists(server.url, database)))
      throw new Duplicate(`The database ${database} exists and belongs to no shop. Rename it, or use another id.`)
    const record = await directory.begin({ id, hosts: names, settings: own, server: server.name })
    if (known) await dropDatabase(known.serverUrl, known.database)
    await copyDatabase(server.url, record.database, await ensureTemplate(program, record, wait?.signal))
    return complete(record, templateMarkOf(parts))
  })
}

/** Returns the name of a database that this version of the program has prepared. Creates it if it is missing. */
export async function ensureTemplate(
  program: Program,
  record: Pick<ShopRecord, 'id' | 'settings' | 'hosts' | 'databaseUrl' | 'server' | 'serverUrl'>,
  signal?: AbortSignal,
): Promise<string> {
  const { directory } = program
  const { serverUrl: url } = record
  const { config, parts } = composeHostedShop(program, record)
  const name = databaseNameOf(directory.url, `template_${programOf(parts).slice(0, 12)}`)
  const unfinished = databaseNameOf(directory.url, 'template_unfinished')
  const onWait = () => signal?.throwIfAborted()
  await withSessionLock(directory.url, { name: `template ${record.server}`, onWait }, async () => {
    if (await databaseExists(url, name)) return
    await dropDatabase(url, unfinished)
    await createDatabase(url, unfinished)
    const orm = await openDatabase(addressOf(url, unfinished), { ...config.database, like: program.first }, parts)
    try {
      await prepareDatabase(orm, { print: () => {}, parts, addsBaseData: false })
      await seedSharedData(orm)
    } finally {
      await orm.close()
    }
    await renameDatabase(url, unfinished, name)
  })
  return name
}

/**
 * Deletes a shop with its database and its files.
 * @throws InvalidData if it is not paused.
 */
export async function dropShop(program: Program, id: string, wait?: ShopWait): Promise<void> {
  const { directory } = program
  await withShopLock(directory, { id, change: 'drop', wait }, async () => {
    await directory.whileLocked(id, async ({ status, hasCopy, serverUrl, database }) => {
      if (status === 'active') throw new InvalidData(`The shop ${id} is active. Pause it first: shop shops pause ${id}`)
      if (hasCopy)
        throw new InvalidData(
          `The shop ${id} has a copy of a move. Delete it first: shop shops move ${id} --cancel or --finish`,
        )
      await dropDatabase(serverUrl, database)
    })
    await removeShop(program, await directory.get(id))
  })
}

/** Deletes a shop of any status with its database and its files. */
export async function removeShop(program: Program, record: ShopRecord): Promise<void> {
  const { directory } = program
  await dropDatabase(record.serverUrl, record.database)
  await rm(environmentOf(record, program).DATA_DIR as string, { recursive: true, force: true })
  await directory.delete(record.id)
}

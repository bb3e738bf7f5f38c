import { openDatabase } from '#server/shop/open-database.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { type ExportedShop, exportShop } from '#server/transfer/export-shop.ts'
import { importShop } from '#server/transfer/import-shop.ts'
import { migrationsOf, transferOf } from '#server/transfer/opened-shop.ts'
import { sealVariables, variablesIn } from '#server/transfer/seal-variables.ts'
import { checkShopFile, readShopFile, writeShopFile } from '#server/transfer/shop-file.ts'
import type { ShopSize } from '#server/transfer/shop-lines.ts'
import { unwatched, type WatchLines } from '#server/transfer/watch-lines.ts'
import { upgradeShop } from './change-shop.ts'
import { composeHostedShop } from './compose-hosted-shop.ts'
import { beginShop, removeShop } from './create-shop.ts'
import type { NewShop, ShopRecord } from './directory.ts'
import type { ShopStatus } from './hosted-shop.ts'
import { openShop, type Program } from './open-shop.ts'
import type { ShopWait } from './shop-lock.ts'

type Transfer = Omit<ExportedShop, 'variables'>

interface Completion {
  record: ShopRecord
  status: Exclude<ShopStatus, 'creating'>
}

/** Fills a shop that has been begun. Removes it if this fails. */
export async function completeShop(
  program: Program,
  { record, status }: Completion,
  fill: (target: Transfer) => Promise<ShopSize>,
): Promise<ShopSize> {
  try {
    const size = await fillShop(program, record, fill)
    await upgradeShop(program, record)
    await program.directory.complete(record.id, status)
    return size
  } catch (error) {
    await removeShop(program, record)
    throw error
  }
}

async function fillShop(
  program: Program,
  record: ShopRecord,
  fill: (target: Transfer) => Promise<ShopSize>,
): Promise<ShopSize> {
  const { config, parts } = composeHostedShop(program, record)
  const orm = await openDatabase(record.databaseUrl, { ...config.database, like: program.first }, parts)
  try {
    return await fill(await transferOf({ orm, config, parts }))
  } finally {
    await orm.close()
  }
}

interface FileOfShop {
  id: string
  path: string
  /** Encrypts the environment variables. Undefined to leave them out. */
  passphrase: string | undefined
  watch?: WatchLines
}

/** Writes a shop into a file. The shop can serve at the same time, and later changes are not in the file. */
export async function exportShopFile(
  program: Program,
  { id, path, passphrase, watch = unwatched }: FileOfShop,
): Promise<ShopRecord> {
  const record = await program.directory.getComplete(id)
  const variables = passphrase === undefined ? null : await sealVariables(record.settings, passphrase)
  await using shop = await openShop(program, record)
  await writeShopFile(path, watch(exportShop({ ...(await transferOf(shop)), variables })))
  return record
}

interface ImportedFile extends FileOfShop, Pick<NewShop, 'hosts' | 'server'> {
  /** Watches the first reading of the file. */
  watchCheck?: WatchLines
  wait?: ShopWait | undefined
}

/**
 * Creates a paused shop from a file. A failed import leaves no shop, and an interrupted one can be repeated.
 * @throws StartError if the file does not fit.
 */
export async function importShopFile(
  program: Program,
  { id, hosts, server, path, passphrase, watch, watchCheck, wait }: ImportedFile,
): Promise<ShopSize> {
  const parts = readParts(program.plugins, program.env, program.logger)
  const { variables } = await checkShopFile(path, migrationsOf(parts), watchCheck)
  const settings = await variablesIn(variables, passphrase)
  return beginShop(program, { id, hosts, settings, server, change: 'import', wait }, (record) =>
    completeShop(program, { record, status: 'paused' }, (target) =>
      importShop((watch ?? unwatched)(readShopFile(path)), target),
    ),
  )
}

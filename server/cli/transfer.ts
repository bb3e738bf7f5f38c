import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { StartError } from '#server/base/start-error.ts'
import { variablesOfShop } from '#server/hosting/shop-environment.ts'
import type { Shop } from '#server/process/define-shop.ts'
import type { WithShop } from '#server/process/with-shop.ts'
import { hasManyShops, processEnvironment } from '#server/settings/config.ts'
import { assertEmpty } from '#server/transfer/assert-empty.ts'
import { exportShop } from '#server/transfer/export-shop.ts'
import { importShop } from '#server/transfer/import-shop.ts'
import { transferOf } from '#server/transfer/opened-shop.ts'
import { sealVariables, variablesIn } from '#server/transfer/seal-variables.ts'
import { checkShopFile, readShopFile, writeShopFile } from '#server/transfer/shop-file.ts'
import type { ShopSize } from '#server/transfer/shop-lines.ts'

export interface PassphraseOptions {
  passphraseFile?: string
  withoutVariables?: boolean
}

/** Adds the options for the variables in a file. */
export const withPassphrase = (command: Command): Command =>
  command
    .option('--passphrase-file <file>', 'file with the passphrase that encrypts the environment variables')
    .option('--without-variables', 'leave out the environment variables')

/** Returns undefined to leave the variables out. @throws StartError without a choice. */
export async function readPassphrase(options: PassphraseOptions): Promise<string | undefined> {
  const { passphraseFile: path, withoutVariables = false } = options
  if ((path !== undefined) === withoutVariables)
    throw new StartError(
      'Give either --passphrase-file, or --without-variables to leave the environment variables out.',
    )
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartError(`The passphrase cannot be read: ${error.message}`)
  })
  return text.trimEnd()
}

export const describeSize = ({ tables, rows, files }: ShopSize): string =>
  `${tables} tables, ${rows} rows, ${files} files`

/** A whole shop as one file, for a deployment with one shop. */
export function transferCommand(shop: Shop, withShop: WithShop): Command {
  const command = new Command('transfer').description('Move the whole shop to another deployment as one file')
  withPassphrase(command.command('export').description('Write the database, the files and the variables into one file'))
    .argument('<file>')
    .action(async (path: string, options: PassphraseOptions) => {
      assertOneShop()
      const passphrase = await readPassphrase(options)
      await withShop(async (opened) => {
        const variables = { ...ownVariables(shop), SESSION_SECRET: opened.config.sessionSecret }
        const sealed = passphrase === undefined ? null : await sealVariables(variables, passphrase)
        await writeShopFile(path, exportShop({ ...(await transferOf(opened)), variables: sealed }))
        console.log(`The shop has been written to ${path}`)
      })
    })
  withPassphrase(command.command('import').description('Replace an empty shop with the shop of a file'))
    .argument('<file>')
    .action(async (path: string, options: PassphraseOptions) => {
      assertOneShop()
      const passphrase = await readPassphrase(options)
      await withShop(async (opened) => {
        const target = await transferOf(opened)
        const header = await checkShopFile(path, target.migrations)
        const variables = await variablesIn(header.variables, passphrase)
        await assertEmpty(opened.orm)
        const size = await importShop(readShopFile(path), target)
        for (const [name, value] of Object.entries(variables))
          console.log(`${name}='${value.replaceAll("'", `'\\''`)}'`)
        console.error(`The shop has been imported: ${describeSize(size)}. Set the variables above before you start it.`)
      })
    })
  return command
}

function assertOneShop(): void {
  if (hasManyShops())
    throw new StartError('Use shop shops export and shop shops import in a deployment with many shops.')
}

function ownVariables({ plugins }: Shop): Record<string, string> {
  const own = variablesOfShop(plugins)
  const entries = Object.entries(processEnvironment())
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => own.has(entry[0]) && !!entry[1]))
}

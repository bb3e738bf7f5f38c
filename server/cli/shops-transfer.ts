import type { Command } from 'commander'
import { assertFreeHosts } from '#server/hosting/change-shop.ts'
import { copyShop } from '#server/hosting/copy-shop.ts'
import { exportShopFile, importShopFile } from '#server/hosting/transfer-shop.ts'
import { printedWait } from './print-wait.ts'
import type { WithProgram } from './shops.ts'
import { describeSize, type PassphraseOptions, readPassphrase, withPassphrase } from './transfer.ts'

interface ImportOptions extends PassphraseOptions {
  host: string[]
  server?: string
}

/** Adds the commands that copy a shop, write it into a file and read it from one. */
export function addTransferCommands(shops: Command, withProgram: WithProgram): void {
  shops
    .command('copy')
    .description('Copy a shop for trials. The copy sends no mails and no webhooks and has no keys of other services')
    .argument('<id>', 'the source, which serves during the copy')
    .argument('<new id>')
    .option('--host <names...>', 'host names of the copy', [])
    .option('--server <name>', 'PostgreSQL server of the directory. Default: that of the source')
    .action((from: string, id: string, { host, server }: { host: string[]; server?: string }) =>
      withProgram(async (program) => {
        assertFreeHosts(program, host)
        const size = await copyShop(program, { from, id, hosts: host, server, wait: printedWait() })
        console.log(`${id} is a copy of ${from}: ${describeSize(size)}`)
      }),
    )
  withPassphrase(shops.command('export').description('Write a shop with its files and variables into one file'))
    .argument('<id>')
    .argument('<file>')
    .action(async (id: string, path: string, options: PassphraseOptions) => {
      const passphrase = await readPassphrase(options)
      await withProgram(async (program) => {
        const { status } = await exportShopFile(program, { id, path, passphrase })
        const warning = status === 'active' ? '. The shop is active, and later changes are not in the file' : ''
        console.log(`${id} has been written to ${path}${warning}`)
      })
    })
  withPassphrase(shops.command('import').description('Create a paused shop from a file of another deployment'))
    .argument('<id>')
    .argument('<file>')
    .option('--host <names...>', 'host names of the shop', [])
    .option('--server <name>', 'PostgreSQL server of the directory')
    .action(async (id: string, path: string, { host, server, ...options }: ImportOptions) => {
      const passphrase = await readPassphrase(options)
      await withProgram(async (program) => {
        assertFreeHosts(program, host)
        const size = await importShopFile(program, { id, hosts: host, server, path, passphrase, wait: printedWait() })
        console.log(`${id} has been imported: ${describeSize(size)}. Stop the source, then: shop shops resume ${id}`)
      })
    })
}

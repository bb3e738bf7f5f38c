import { Command } from 'commander'
import { InvalidData } from '#entities/errors.ts'
import { StartError } from '#server/base/start-error.ts'
import { assertFreeHosts, setVariables, upgradeShop } from '#server/hosting/change-shop.ts'
import { createShop, dropShop } from '#server/hosting/create-shop.ts'
import type { Program } from '#server/hosting/open-shop.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { openCommandProgram } from '#server/process/open-program.ts'
import type { Environment } from '#server/settings/config.ts'
import { moveCommand } from './move-shop.ts'
import { memberCommand, operatorCommand } from './people.ts'
import { printedWait } from './print-wait.ts'
import { serversCommand } from './servers.ts'
import { addTransferCommands } from './shops-transfer.ts'

interface NewShopOptions {
  host: string[]
  name?: string
  server?: string
  email: string
  password?: string
  set: string[]
}

/** The shops of a directory (`SHOPS=many`). */
export function shopsCommand(shop: Shop): Command {
  const withProgram = withProgramOf(shop)
  const shops = new Command('shops').description('Manage the shops of a deployment with many shops (SHOPS=many)')
  shops
    .command('create')
    .description('Create a shop with a separate database')
    .argument('<id>', 'name of the shop in the directory')
    .option('--host <names...>', 'host names of the shop', [])
    .option('--name <name>', 'name of the store')
    .option('--server <name>', 'PostgreSQL server of its database. Default: that of the directory')
    .requiredOption('--email <email>', 'e-mail address of the first administrator')
    .option('--password <password>', 'default: a generated password, which is printed once')
    .option('--set <settings...>', 'environment variables of the shop: TIME_ZONE=Europe/Berlin', [])
    .action((id: string, { host, set, email, password, name, server }: NewShopOptions) =>
      withProgram(async (program) => {
        const settings = settingsIn(set)
        assertFreeHosts(program, host)
        const administrator = { email, password }
        const added = await createShop(program, {
          id,
          hosts: host,
          server,
          settings,
          name,
          administrator,
          wait: printedWait(),
        })
        const shown = added.generatedPassword ? `, password ${added.generatedPassword}` : ''
        console.log(`${id} created, administrator ${email}${shown}`)
      }),
    )
  shops
    .command('list')
    .description('List the shops with their status, host names, server, and the server of the copy of a move')
    .action(() =>
      withProgram(async ({ directory }) => {
        const copies = await directory.moves.followers()
        for (const { id, status, hosts, server } of await directory.list()) {
          const copy = copies.get(id)
          console.log([id, status, hosts.join(' '), server, ...(copy ? [`copy at ${copy}`] : [])].join('\t'))
        }
      }),
    )
  shops
    .command('hosts')
    .description('Replace the host names of a shop')
    .argument('<id>')
    .argument('<names...>')
    .action((id: string, names: string[]) =>
      withProgram(async (program) => {
        assertFreeHosts(program, names)
        await program.directory.setHosts(id, names)
        console.log(`${id} has the hosts ${names.join(' ')}`)
      }),
    )
  shops
    .command('set')
    .description('Change environment variables of a shop. An empty value removes one')
    .argument('<id>')
    .argument('<settings...>', 'NAME=value')
    .action((id: string, list: string[]) =>
      withProgram(async (program) => {
        await setVariables(program, id, settingsIn(list))
        console.log(`${id} has been changed`)
      }),
    )
  shops
    .command('pause')
    .description('Refuse the requests of a shop with 503 and run no jobs of it')
    .argument('<id>')
    .action((id: string) => withProgram(({ directory }) => directory.setStatus(id, 'paused')))
  shops
    .command('resume')
    .description('Serve a paused shop again')
    .argument('<id>')
    .action((id: string) => withProgram(({ directory }) => directory.setStatus(id, 'active')))
  shops
    .command('upgrade')
    .description(
      'Run the pending migrations of all shops, one after another. Stops at the first failure, and continues there',
    )
    .action(() => withProgram(upgradeShops))
  shops
    .command('drop')
    .description('Delete a paused shop with its database and its files')
    .argument('<id>')
    .action((id: string) =>
      withProgram(async (program) => {
        await dropShop(program, id, printedWait())
        console.log(`${id} deleted`)
      }),
    )
  addTransferCommands(shops, withProgram)
  return shops
    .addCommand(serversCommand(withProgram))
    .addCommand(moveCommand(withProgram))
    .addCommand(operatorCommand(withProgram))
    .addCommand(memberCommand(withProgram))
}

/** Runs the work of a command with the opened directory. */
export type WithProgram = (work: (program: Program) => Promise<void>) => Promise<void>

const withProgramOf =
  (shop: Shop): WithProgram =>
  async (work) => {
    await using resources = new AsyncDisposableStack()
    await work(await openCommandProgram(shop, resources))
  }

async function upgradeShops(program: Program): Promise<void> {
  for (const record of await program.directory.list()) {
    if (record.status === 'creating') continue
    try {
      await upgradeShop(program, record)
    } catch (error) {
      throw new StartError(`${record.id}: ${(error as Error).message}`, { cause: error })
    }
    console.log(`${record.id} is up to date`)
  }
}

function settingsIn(list: readonly string[]): Environment {
  return Object.fromEntries(
    list.map((text) => {
      const at = text.indexOf('=')
      if (at <= 0) throw new InvalidData(`${text} is not of the form NAME=value`)
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}

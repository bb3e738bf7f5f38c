import { flushCompileCache } from 'node:module'
import { Command, Option } from 'commander'
import type { Shop, StartOptions } from '#server/process/define-shop.ts'

export function startCommand(shop: Shop): Command {
  return new Command('start')
    .description('Start the server')
    .addOption(new Option('--only <part>', 'start this part and no server').choices(['worker']))
    .action(async ({ only }: Pick<StartOptions, 'only'>) => {
      await shop.start({ ...(only ? { only } : {}), onStarted: flushCompileCache })
      process.exit()
    })
}

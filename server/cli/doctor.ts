import { Command } from 'commander'
import { checkProduction } from '#server/process/check-production.ts'
import { inspectShop } from '#server/process/check-shop.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { environmentOfCommand } from '#server/process/environment-of-command.ts'

export function doctorCommand(shop: Shop, named: () => string | undefined): Command {
  return new Command('doctor')
    .description(
      'Report everything that keeps the shop from starting, and list the users and API keys that can move money. Changes nothing. Exits with 1 if there is a problem.',
    )
    .option('--production', 'also check the list for going live, with the environment variables of production')
    .action(async ({ production = false }: { production?: boolean }) => {
      await using resources = new AsyncDisposableStack()
      const env = await environmentOfCommand(shop, named(), resources)
      const { problems, reminders } = production ? await checkProduction(shop, env) : await inspectShop(shop, env)
      const lines = [...(problems.length > 0 ? problems : ['No problems found.']), ...reminders]
      console.log(lines.join('\n'))
      if (problems.length > 0) process.exitCode = 1
    })
}

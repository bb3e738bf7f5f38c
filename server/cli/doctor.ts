import { Command } from 'commander'
import type { Shop } from '#server/shop/define-shop.ts'

export function doctorCommand(shop: Shop): Command {
  return new Command('doctor')
    .description(
      'Report everything that keeps the shop from starting. Changes nothing. Exits with 1 if there is a problem.',
    )
    .action(async () => {
      const problems = await shop.check()
      console.log(problems.length > 0 ? problems.join('\n') : 'No problems found.')
      if (problems.length > 0) process.exitCode = 1
    })
}

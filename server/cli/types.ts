import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { printShop } from './types/print-shop.ts'

export const typesCommand = (): Command =>
  new Command('types')
    .description('Print the types of the plugins in shop.ts, for a front end with its own packages')
    .option('--out <file>', 'write the declaration to a file')
    .action(async ({ out }: { out?: string }) => {
      const text = await printShop(process.cwd())
      if (out) writeFileSync(out, text)
      else process.stdout.write(text)
    })

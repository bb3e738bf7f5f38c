import { Command } from 'commander'
import { Client } from 'pg'
import { withShop } from '#server/cli/with-shop.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { type ImportReport, importMedusa } from '#server/medusa/import-medusa.ts'
import { openMedusaDatabase } from '#server/medusa/medusa-database.ts'
import { installedProviders } from '#server/providers/installed.ts'

/** `shop import medusa`: the whole shop of a Medusa v1 database. */
export function importMedusaCommand(): Command {
  return new Command('medusa')
    .description('take over the shop of a Medusa v1 database, all of it or nothing; that database is only read')
    .argument('<url>', 'its address: postgresql://…')
    .option('--dry-run', 'do all of it and undo it again')
    .action((url: string, { dryRun = false }: { dryRun?: boolean }) =>
      withShop(async (orm) => {
        await using medusa = await openMedusaDatabase(url)
        const client = new Client({ connectionString: directUrlOf(orm) })
        await client.connect()
        try {
          const installed = [...installedProviders.payment.keys(), ...installedProviders.fulfillment.keys()]
          console.log(reportOf(await importMedusa(client, medusa, { installed, isRehearsal: dryRun }), dryRun))
        } finally {
          await client.end()
        }
      }),
    )
}

function reportOf({ rows, notes, missing, leftBehind, hasAdministrator }: ImportReport, dryRun: boolean): string {
  const taken = [...rows].filter(([, count]) => count > 0)
  const sum = taken.reduce((total, [, count]) => total + count, 0)
  const width = Math.max(...taken.map(([table]) => table.length))
  return [
    ...taken.map(([table, count]) => `${table.padEnd(width)}  ${count}`),
    '',
    ...notes.map(({ what, rows: changed }) => `${changed} × ${what}`),
    ...(missing.length > 0 ? [`Providers to be installed in the program: ${missing.join(', ')}`] : []),
    ...(leftBehind.length > 0 ? [`Tables that are not of Medusa itself, left behind: ${leftBehind.join(', ')}`] : []),
    ...(hasAdministrator ? [] : ['Nobody is an administrator: npm run shop -- user add --email … --role admin']),
    `${sum} rows of ${taken.length} tables ${dryRun ? 'would be' : 'were'} taken over.`,
  ].join('\n')
}

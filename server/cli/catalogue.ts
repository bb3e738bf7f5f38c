import { createReadStream, createWriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { inTransaction } from '#database/transaction.ts'
import { cancelBatchJob } from '#entities/platform/batch-job/cancel-batch-job.ts'
import { fileKey, newFileKey } from '#entities/platform/file/file-key.ts'
import { withShop } from '#server/cli/with-shop.ts'
import { StartError } from '#server/process/start-error.ts'
import { type BatchJobShop, executeBatchJob, openBatchJobShop } from './execute-batch-job.ts'

/** `shop export products`: the catalogue as CSV. */
export function exportCommand(): Command {
  const command = new Command('export').description('write what the shop has as CSV')
  command
    .command('products')
    .description('write all products with their variants and prices')
    .requiredOption('--out <file>', 'where to')
    .action(({ out }: { out: string }) =>
      withShop(async (orm) => {
        const shop = await openBatchJobShop(orm)
        const { result } = await executeBatchJob(shop, { type: 'product-export', context: {} })
        const key = fileKey(result?.file_key as string)
        await pipeline(await shop.files.read(key), createWriteStream(out))
        await shop.files.delete(key)
        console.log(`${result?.count} products written to ${out}`)
      }),
    )
  return command
}

/** `shop import products`: the catalogue from CSV. Other things to import are added to it. */
export function importCommand(): Command {
  const command = new Command('import').description('bring goods, or a whole shop, into the shop')
  command
    .command('products')
    .description('add and change products as a file says, all of it or nothing')
    .argument('<file>', 'a CSV such as an export writes')
    .option('--dry-run', 'only tell what would be done')
    .action((file: string, { dryRun = false }: { dryRun?: boolean }) =>
      withShop(async (orm) => {
        await access(file).catch(() => {
          throw new StartError(`There is no file ${file}`)
        })
        const shop = await openBatchJobShop(orm)
        const key = newFileKey('imports', basename(file))
        await shop.files.write(key, createReadStream(file))
        try {
          await (dryRun ? printDryRun(shop, key) : importProducts(shop, key))
        } finally {
          await shop.files.delete(key)
        }
      }),
    )
  return command
}

async function importProducts(shop: BatchJobShop, key: string): Promise<void> {
  const { result } = await executeBatchJob(shop, { type: 'product-import', context: { fileKey: key } })
  const { PRODUCT_CREATE, PRODUCT_UPDATE, VARIANT_CREATE, VARIANT_UPDATE } = result?.operations ?? {}
  console.log(
    `Products: ${PRODUCT_CREATE} made, ${PRODUCT_UPDATE} already there. Variants: ${VARIANT_CREATE} made, ${VARIANT_UPDATE} already there.`,
  )
}

/** A dry run that nobody can confirm any more, since its file is gone. */
async function printDryRun(shop: BatchJobShop, key: string): Promise<void> {
  const job = await executeBatchJob(shop, { type: 'product-import', context: { fileKey: key }, dry_run: true })
  console.log(job.result?.stat_descriptors?.[0]?.message.replace(/\s+/g, ' '))
  await inTransaction(shop.orm.em, (tx) => cancelBatchJob(tx, job.id, job.created_by))
}

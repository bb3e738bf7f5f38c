import { createReadStream, createWriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { inTransaction } from '#database/transaction.ts'
import { cancelBatchJob } from '#entities/platform/batch-job/cancel-batch-job.ts'
import { newFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import type { WithShop } from '#server/cli/with-shop.ts'
import { StartError } from '#server/process/start-error.ts'
import { type BatchJobShop, executeBatchJob, openBatchJobShop } from './execute-batch-job.ts'

export function exportCommand(withShop: WithShop): Command {
  const command = new Command('export').description('Export data of the shop as CSV')
  command
    .command('products')
    .description('Export all products with their variants and prices')
    .requiredOption('--out <file>', 'file to write')
    .action(({ out }: { out: string }) =>
      withShop(async (opened) => {
        const shop = await openBatchJobShop(opened)
        const { result } = await executeBatchJob(shop, { type: 'product-export', context: {} })
        const key = parseFileKey(result?.file_key as string)
        await pipeline(await shop.files.read(key), createWriteStream(out))
        await shop.files.delete(key)
        console.log(`${result?.count} products written to ${out}`)
      }),
    )
  return command
}

export function importCommand(withShop: WithShop): Command {
  const command = new Command('import').description('Import products from CSV, or a whole Medusa v1 shop')
  command
    .command('products')
    .description('Create and update products from a CSV file, in one transaction')
    .argument('<file>', 'CSV file in the format of `export products`')
    .option('--dry-run', 'print the changes without saving them')
    .action((file: string, { dryRun = false }: { dryRun?: boolean }) =>
      withShop(async (opened) => {
        await access(file).catch(() => {
          throw new StartError(`File not found: ${file}`)
        })
        const shop = await openBatchJobShop(opened)
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
    `Products: ${PRODUCT_CREATE} created, ${PRODUCT_UPDATE} updated. Variants: ${VARIANT_CREATE} created, ${VARIANT_UPDATE} updated.`,
  )
}

/** Cancels the batch job, so that an administrator cannot confirm it after its file is deleted. */
async function printDryRun(shop: BatchJobShop, key: string): Promise<void> {
  const job = await executeBatchJob(shop, { type: 'product-import', context: { fileKey: key }, dry_run: true })
  console.log(job.result?.stat_descriptors?.[0]?.message.replace(/\s+/g, ' '))
  await inTransaction(shop.orm.em, (tx) => cancelBatchJob(tx, job.id, job.created_by))
}

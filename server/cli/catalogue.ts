import { createReadStream, createWriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { inTransaction } from '#database/transaction.ts'
import type { BatchResult } from '#entities/platform/batch-job/batch-job.ts'
import { cancelBatchJob } from '#entities/platform/batch-job/cancel-batch-job.ts'
import { newFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import { StartError } from '#server/base/start-error.ts'
import type { WithShop } from '#server/process/with-shop.ts'
import { type BatchJobShop, executeBatchJob, type JobRequest, openBatchJobShop } from './execute-batch-job.ts'

export function exportCommand(withShop: WithShop): Command {
  const command = new Command('export').description('Export data of the shop as CSV')
  command
    .command('products')
    .description('Export all products with their variants and prices')
    .requiredOption('--out <file>', 'file to write')
    .option('--template', 'write two example products in the currencies of the shop instead')
    .action(({ out, template = false }: { out: string; template?: boolean }) =>
      withShop(async (opened) => {
        const shop = await openBatchJobShop(opened)
        const { result } = await executeBatchJob(shop, {
          type: 'product-export',
          context: { byte_order_mark: true, template },
        })
        const key = parseFileKey(result?.file_key as string)
        await pipeline(await shop.files.read(key), createWriteStream(out))
        await shop.files.delete(key)
        console.log(`${result?.count} products written to ${out}`)
      }),
    )
  return command
}

export function importCommand(withShop: WithShop): Command {
  const command = new Command('import').description('Import products from a file, or a whole Medusa v1 shop')
  command
    .command('products')
    .description('Create and update products from a file, in one transaction')
    .argument(
      '<file>',
      'CSV file of `export products`, Shopify, WooCommerce, Magento, Medusa 2, Vendure, or a Google feed',
    )
    .option('--dry-run', 'print the changes without saving them')
    .option('--new-ids', 'create new products and variants for unknown ids, as in the export of another shop')
    .option('--create-missing', 'create the collections, categories and sales channels that the shop does not have')
    .option('--currency <code>', 'currency of prices that name none, as in files of other shops')
    .option('--tax-included', 'prices include tax. The import is refused if the shop stores them without tax')
    .option('--no-pictures', 'leave the pictures of other programs on their servers')
    .option('--no-tax-included', 'prices do not include tax')
    .action((file: string, { dryRun = false, newIds, createMissing, currency, taxIncluded, pictures }: ImportFlags) =>
      withShop(async (opened) => {
        await access(file).catch(() => {
          throw new StartError(`File not found: ${file}`)
        })
        const shop = await openBatchJobShop(opened)
        const key = newFileKey('imports', basename(file))
        await shop.files.write(key, createReadStream(file))
        try {
          const choices = {
            currency,
            tax_included: taxIncluded,
            ...(pictures === false ? { fetch_pictures: false } : {}),
          }
          const context = { fileKey: key, new_ids: newIds, create_missing: createMissing, ...choices }
          await (dryRun ? printDryRun(shop, context) : importProducts(shop, context))
        } finally {
          await shop.files.delete(key)
        }
      }),
    )
  return command
}

interface ImportFlags {
  dryRun?: boolean
  newIds?: boolean
  createMissing?: boolean
  currency?: string
  taxIncluded?: boolean
  pictures?: boolean
}

async function importProducts(shop: BatchJobShop, context: JobRequest['context']): Promise<void> {
  const { result } = await executeBatchJob(shop, { type: 'product-import', context })
  const { PRODUCT_CREATE, PRODUCT_UPDATE, VARIANT_CREATE, VARIANT_UPDATE } = result?.operations ?? {}
  console.log(
    `Products: ${PRODUCT_CREATE} created, ${PRODUCT_UPDATE} updated. Variants: ${VARIANT_CREATE} created, ${VARIANT_UPDATE} updated.`,
  )
  printNotices(result)
}

/** Cancels the batch job, so that an administrator cannot confirm it after its file is deleted. */
async function printDryRun(shop: BatchJobShop, context: JobRequest['context']): Promise<void> {
  const job = await executeBatchJob(shop, { type: 'product-import', context, dry_run: true })
  console.log(job.result?.stat_descriptors?.[0]?.message.replace(/\s+/g, ' '))
  printNotices(job.result)
  await inTransaction(shop.orm.em, (tx) => cancelBatchJob(tx, job.id, job.created_by))
}

function printNotices(result: BatchResult | null | undefined): void {
  for (const { message } of result?.notices ?? []) console.log(message)
}

import { z } from 'zod'
import { applyPrices, stagePrices } from '#entities/catalogue/import-export/price-list-import/import-prices.ts'
import { findPriceList, lockPriceList } from '#entities/catalogue/price-list/find-price-list.ts'
import { defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { deleteImport, importedFile, readImport } from './import-file.ts'

const Context = z.looseObject({
  price_list_id: z.string('Price list id is required').min(1, 'Price list id is required'),
  ...importedFile,
})
type Context = z.output<typeof Context>

export const priceListImport = defineBatchType<Context>({
  kind: 'import',
  procedures: ['priceLists.addPrices', 'priceLists.removePrices'],
  context: Context,

  async check(em, { price_list_id }) {
    await findPriceList(em, price_list_id)
  },

  async preProcess(run) {
    await findPriceList(run.em, run.context.price_list_id)
    const { count, notices } = await stagePrices(run.em, readImport(run), (lines) =>
      run.advance({ advancement_count: lines }),
    )
    const message = `${count} prices will be added`
    return {
      result: {
        count,
        advancement_count: 0,
        notices,
        stat_descriptors: [{ key: 'price-list-import-count', name: 'PriceList to import', message }],
      },
    }
  },

  async process(run) {
    const { em, context, advance } = run
    const { id } = await lockPriceList(em, context.price_list_id)
    const whole = run.result.count || 1
    const advanceTo = (lines: number) =>
      advance({ advancement_count: Math.min(lines, whole), progress: Math.min(lines / whole, 1) })
    const { count } = await stagePrices(em, readImport(run), advanceTo)
    await applyPrices(em, id)
    return { count, advancement_count: count }
  },

  onCompleted: deleteImport,
})

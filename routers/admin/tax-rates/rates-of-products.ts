import { z } from 'zod'
import { selectRatesOfProducts } from '#entities/catalogue/tax-rate/rates-of-products.ts'
import { rest } from '../../context/meta.ts'
import { queryOneOrList } from '../../inputs/query.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'

const MOST = 100

const input = z.strictObject({
  product_id: queryOneOrList.refine(
    (ids) => typeof ids === 'string' || ids.length <= MOST,
    `product_id must have at most ${MOST} ids`,
  ),
})

const RateOfProduct = z.object({
  product_id: z.string(),
  region_id: z.string(),
  rate: z.number().describe('The sum of the rates of the product and of its type, in percent.'),
})

export const ratesOfProducts = router({
  listForProducts: adminProcedure
    .meta(rest('GET', '/tax-rates/for-products', 'List the tax rates that replace those of the regions'))
    .input(input)
    .output(z.object({ rates: z.array(RateOfProduct) }))
    .query(async ({ ctx, input: { product_id } }) => ({
      rates: await selectRatesOfProducts(ctx.em, [product_id].flat()),
    })),
})

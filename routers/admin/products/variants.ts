import { z } from 'zod'
import { addVariant, deleteVariant, updateVariant } from '#entities/catalogue/product/change-variants.ts'
import { rest } from '../../context/meta.ts'
import { Adjustment, withChanges, withFields } from '../../filters/field-inputs.ts'
import { booleanFilter, dateFilter, numberFilter, queryOneOrList } from '../../inputs/query.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../../reading/conditions.ts'
import { responseSchema } from '../../reading/resource.ts'
import { PricedProductResource, PricedVariantResource } from '../../resources/priced-product.ts'
import { fillVariantStock } from '../../resources/variant-stock.ts'
import { newVariant, variantChanges } from './product-inputs.ts'
import { OWN_PRICES, productAnswer, productMutation } from './read-product.ts'

const view = {
  resource: PricedVariantResource,
  defaults: {
    relations: ['prices', 'options'],
    companionRelations: ['prices.price_list'],
    scopes: { prices: OWN_PRICES },
  },
  defaultOrder: 'variant_rank',
  fill: fillVariantStock,
}

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  manage_inventory: booleanFilter.optional(),
  allow_backorder: booleanFilter.optional(),
  inventory_quantity: numberFilter.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const variants = router({
  // The parameter has the name `product_id`, because `id` filters variants.
  listVariants: adminList('variants', view, { product_id: z.string(), ...filters }, { pageSize: 100 })
    .meta(rest('GET', '/products/{product_id}/variants', 'List the variants of a product'))
    .query(({ input }) => {
      const { product_id, id, q, manage_inventory, allow_backorder, inventory_quantity, created_at, updated_at } = input
      return [
        equalTo({ product_id, id, manage_inventory, allow_backorder }),
        inRange({ inventory_quantity, created_at, updated_at }),
        searchText(q, ['title', 'sku']),
      ]
    }),

  addVariant: productMutation(withFields(['variant', 'admin'], { id: z.string(), ...newVariant }))
    .meta(rest('POST', '/products/{id}/variants', 'Add a variant to a product'))
    .mutation(({ ctx, input }) => addVariant(ctx.em, input)),

  updateVariant: productMutation(
    withChanges(
      ['variant', 'admin'],
      { id: z.string(), variant_id: z.string(), ...variantChanges },
      { inventory_quantity: Adjustment.optional() },
    ),
  )
    .meta(rest('POST', '/products/{id}/variants/{variant_id}', 'Update a variant of a product', { lockKey: 'id' }))
    .mutation(({ ctx, input }) => updateVariant(ctx.em, input)),

  deleteVariant: adminProcedure
    .meta(rest('DELETE', '/products/{id}/variants/{variant_id}', 'Delete a variant of a product', { lockKey: 'id' }))
    .input(z.strictObject({ id: z.string(), variant_id: z.string() }))
    .output(
      responseSchema({
        variant_id: z.string(),
        object: z.string(),
        deleted: z.boolean(),
        product: PricedProductResource,
      }),
    )
    .mutation(async ({ ctx, input: { id, variant_id } }) => {
      await deleteVariant(ctx.em, id, variant_id)
      return { variant_id, object: 'product-variant', deleted: true, ...(await productAnswer.read(ctx, id, {})) }
    }),
})

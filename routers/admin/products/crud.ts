import { z } from 'zod'
import type { Row } from '#database/rows.ts'
import { createProduct } from '#entities/catalogue/product/create-product.ts'
import { deleteProduct } from '#entities/catalogue/product/delete-product.ts'
import { duplicateProduct } from '#entities/catalogue/product/duplicate-product.ts'
import { lockProduct } from '#entities/catalogue/product/find-product.ts'
import type { Product } from '#entities/catalogue/product/product.ts'
import { restoreProduct } from '#entities/catalogue/product/restore-product.ts'
import { updateProduct } from '#entities/catalogue/product/update-product.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { rest } from '../../context/meta.ts'
import { withChanges, withFields } from '../../filters/field-inputs.ts'
import { requiredText } from '../../inputs/common.ts'
import { selectionParams } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { router } from '../../procedures/trpc.ts'
import { productConditions, productFilters } from './product-filters.ts'
import { newProduct, productChanges } from './product-inputs.ts'
import { productAnswer, productMutation, productView } from './read-product.ts'

export const productCrud = router({
  list: adminList('products', productView, productFilters, { pageSize: 50, fields: 'product' })
    .meta(rest('GET', '/products', 'List products', { allowsStaleReads: true }))
    .query(({ input }) => productConditions(input)),

  get: adminGet(productAnswer, rest('GET', '/products/{id}', 'Retrieve a product')),

  create: productMutation(withFields(['product', 'admin'], { ...newProduct, ...selectionParams }))
    .meta(rest('POST', '/products', 'Create a product'))
    .mutation(({ ctx, input }) => createProduct(ctx.em, input)),

  update: productMutation(withChanges(['product', 'admin'], { id: z.string(), ...productChanges, ...selectionParams }))
    .meta(rest('POST', '/products/{id}', 'Update a product'))
    .mutation(({ ctx, input }) => updateProduct(ctx.em, input)),

  delete: adminDeletion('product')
    .meta(rest('DELETE', '/products/{id}', 'Delete a product with its variants'))
    .mutation(({ ctx, input: { id } }) => deleteProduct(ctx.em, id)),

  duplicate: productMutation(z.strictObject({ product_id: z.string(), title: requiredText }))
    .meta(rest('POST', '/products/{product_id}/duplicate', 'Create a draft with the content of a product'))
    .mutation(({ ctx, input }) => duplicateProduct(ctx.em, { id: input.product_id, title: input.title })),

  restore: productMutation(z.strictObject({ id: z.string() }))
    .meta(rest('POST', '/products/{id}/restore', 'Restore a deleted product with its variants'))
    .mutation(({ ctx, input: { id } }) => restoreProduct(ctx.em, id)),

  setMetadata: productMutation(z.strictObject({ id: z.string(), key: z.string().min(1), value: z.string() }))
    .meta(rest('POST', '/products/{id}/metadata', 'Set one metadata key of a product'))
    .mutation(async ({ ctx, input: { id, key, value } }) => {
      const product = await lockProduct(ctx.em, id)
      applyChanges<Row<Product>>(product, { metadata: { [key]: value } })
      await announce(ctx.em, 'product.updated', { id })
    }),
})

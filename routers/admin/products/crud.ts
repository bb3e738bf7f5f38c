import { z } from 'zod'
import { createProduct } from '#entities/catalogue/product/create-product.ts'
import { deleteProduct } from '#entities/catalogue/product/delete-product.ts'
import { lockProduct } from '#entities/catalogue/product/find-product.ts'
import { updateProduct } from '#entities/catalogue/product/update-product.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { deletionResponse } from '../../inputs/common.ts'
import { orderParams, pagingParams, selectionParams } from '../../inputs/query.ts'
import { rest } from '../../meta.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { PricedProductResource } from '../../resources/priced-product.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { productConditions, productFilters } from './product-filters.ts'
import { newProduct, productChanges } from './product-inputs.ts'
import { productReadOptions, productResponse, readProduct } from './read-product.ts'

export const productCrud = router({
  list: adminProcedure
    .meta(rest('GET', '/products', 'List products', { mayBeStale: true }))
    .input(z.strictObject({ ...pagingParams(50), ...orderParams, ...selectionParams, ...productFilters }).prefault({}))
    .output(listResponseSchema('products', PricedProductResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...productReadOptions,
        withDeleted: input.deleted_at !== undefined,
        where: productConditions(input),
      })
      return { products: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/products/{id}', 'Retrieve a product'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(productResponse)
    .query(({ ctx, input }) => readProduct(ctx.em, input.id, input)),

  create: adminProcedure
    .meta(rest('POST', '/products', 'Create a product'))
    .input(z.strictObject({ ...newProduct, ...selectionParams }))
    .output(productResponse)
    .mutation(async ({ ctx, input: { expand, fields, ...product } }) => {
      const { id } = await createProduct(ctx.em, product)
      await ctx.em.flush()
      return readProduct(ctx.em, id, { expand, fields })
    }),

  update: adminProcedure
    .meta(rest('POST', '/products/{id}', 'Update a product'))
    .input(z.strictObject({ id: z.string(), ...productChanges, ...selectionParams }))
    .output(productResponse)
    .mutation(async ({ ctx, input: { expand, fields, ...changes } }) => {
      await updateProduct(ctx.em, changes)
      await ctx.em.flush()
      return readProduct(ctx.em, changes.id, { expand, fields })
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/products/{id}', 'Delete a product with its variants'))
    .input(z.strictObject({ id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteProduct(ctx.em, id)
      return { id, object: 'product', deleted: true }
    }),

  setMetadata: adminProcedure
    .meta(rest('POST', '/products/{id}/metadata', 'Set one metadata key of a product'))
    .input(z.strictObject({ id: z.string(), key: z.string().min(1), value: z.string() }))
    .output(productResponse)
    .mutation(async ({ ctx, input: { id, key, value } }) => {
      const product = await lockProduct(ctx.em, id)
      applyChanges(product, { metadata: { [key]: value } })
      await announce(ctx.em, 'product.updated', { id })
      await ctx.em.flush()
      return readProduct(ctx.em, id)
    }),
})

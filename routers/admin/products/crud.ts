import { z } from 'zod'
import { change } from '#entities/change.ts'
import { announce } from '#entities/event/announce.ts'
import { createProduct } from '#entities/product/create-product.ts'
import { deleteProduct } from '#entities/product/delete-product.ts'
import { lockProduct } from '#entities/product/find-product.ts'
import { updateProduct } from '#entities/product/update-product.ts'
import { rest } from '../../meta.ts'
import { deleted } from '../../schemas/common.ts'
import { listRows } from '../../schemas/list.ts'
import { ordering, paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { PricedProductResource } from '../../schemas/resources/priced-product.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { productConditions, productFilters } from './filters.ts'
import { newProduct, productChanges } from './inputs.ts'
import { readProduct, view, withProduct } from './read-product.ts'

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/products', 'List the products', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...productFilters }).prefault({}))
    .output(listAnswer('products', PricedProductResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        withDeleted: input.deleted_at !== undefined,
        where: productConditions(input),
      })
      return { products: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/products/{id}', 'Read a product'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withProduct)
    .query(({ ctx, input }) => readProduct(ctx.em, input.id, input)),

  create: adminProcedure
    .meta(rest('POST', '/products', 'Add a product'))
    .input(z.strictObject({ ...newProduct, ...selecting }))
    .output(withProduct)
    .mutation(async ({ ctx, input: { expand, fields, ...product } }) => {
      const { id } = await createProduct(ctx.em, product)
      await ctx.em.flush()
      return readProduct(ctx.em, id, { expand, fields })
    }),

  update: adminProcedure
    .meta(rest('POST', '/products/{id}', 'Change a product'))
    .input(z.strictObject({ id: z.string(), ...productChanges, ...selecting }))
    .output(withProduct)
    .mutation(async ({ ctx, input: { expand, fields, ...changes } }) => {
      await updateProduct(ctx.em, changes)
      await ctx.em.flush()
      return readProduct(ctx.em, changes.id, { expand, fields })
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/products/{id}', 'Delete a product with its variants'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteProduct(ctx.em, id)
      return { id, object: 'product', deleted: true }
    }),

  setMetadata: adminProcedure
    .meta(rest('POST', '/products/{id}/metadata', 'Set one key of the metadata of a product'))
    .input(z.strictObject({ id: z.string(), key: z.string().min(1), value: z.string() }))
    .output(withProduct)
    .mutation(async ({ ctx, input: { id, key, value } }) => {
      const product = await lockProduct(ctx.em, id)
      change(product, { metadata: { [key]: value } })
      await announce(ctx.em, 'product.updated', { id })
      await ctx.em.flush()
      return readProduct(ctx.em, id)
    }),
})

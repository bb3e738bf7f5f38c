import { z } from 'zod'
import { lockTaxRate } from '#entities/tax/find-tax-rate.ts'
import { tax, untax } from '#entities/tax/taxed-things.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { readTaxRate, selectingByList, withRate } from './read-tax-rate.ts'

const ids = z.array(z.string())
const base = z.strictObject({ id: z.string(), ...selectingByList })
const Products = base.extend({ products: ids })
const ProductTypes = base.extend({ product_types: ids })
const ShippingOptions = base.extend({ shipping_options: ids })

export const links = router({
  addProducts: adminProcedure
    .meta(rest('POST', '/tax-rates/{id}/products/batch', 'Tax products with a rate'))
    .input(Products)
    .output(withRate)
    .mutation(async ({ ctx, input: { id, products, ...wanted } }) => {
      await tax(ctx.em, await lockTaxRate(ctx.em, id), { products })
      return readTaxRate(ctx.em, id, wanted)
    }),

  removeProducts: adminProcedure
    .meta(rest('DELETE', '/tax-rates/{id}/products/batch', 'Tax products with a rate no more'))
    .input(Products)
    .output(withRate)
    .mutation(async ({ ctx, input: { id, products, ...wanted } }) => {
      await untax(ctx.em, await lockTaxRate(ctx.em, id), { products })
      return readTaxRate(ctx.em, id, wanted)
    }),

  addProductTypes: adminProcedure
    .meta(rest('POST', '/tax-rates/{id}/product-types/batch', 'Tax product types with a rate'))
    .input(ProductTypes)
    .output(withRate)
    .mutation(async ({ ctx, input: { id, product_types, ...wanted } }) => {
      await tax(ctx.em, await lockTaxRate(ctx.em, id), { product_types })
      return readTaxRate(ctx.em, id, wanted)
    }),

  removeProductTypes: adminProcedure
    .meta(rest('DELETE', '/tax-rates/{id}/product-types/batch', 'Tax product types with a rate no more'))
    .input(ProductTypes)
    .output(withRate)
    .mutation(async ({ ctx, input: { id, product_types, ...wanted } }) => {
      await untax(ctx.em, await lockTaxRate(ctx.em, id), { product_types })
      return readTaxRate(ctx.em, id, wanted)
    }),

  addShippingOptions: adminProcedure
    .meta(rest('POST', '/tax-rates/{id}/shipping-options/batch', 'Tax shipping options with a rate'))
    .input(ShippingOptions)
    .output(withRate)
    .mutation(async ({ ctx, input: { id, shipping_options, ...wanted } }) => {
      await tax(ctx.em, await lockTaxRate(ctx.em, id), { shipping_options })
      return readTaxRate(ctx.em, id, wanted)
    }),

  removeShippingOptions: adminProcedure
    .meta(rest('DELETE', '/tax-rates/{id}/shipping-options/batch', 'Tax shipping options with a rate no more'))
    .input(ShippingOptions)
    .output(withRate)
    .mutation(async ({ ctx, input: { id, shipping_options, ...wanted } }) => {
      await untax(ctx.em, await lockTaxRate(ctx.em, id), { shipping_options })
      return readTaxRate(ctx.em, id, wanted)
    }),
})

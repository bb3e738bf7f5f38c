import { z } from 'zod'
import { addTaxedResources, removeTaxedResources } from '#entities/catalogue/tax-rate/taxed-resources.ts'
import { lockTaxRate } from '#entities/market/tax/find-tax-rate.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { listSelectionParams, readTaxRate, taxRateResponse } from './read-tax-rate.ts'

const ids = z.array(z.string())
const base = z.strictObject({ id: z.string(), ...listSelectionParams })
const Products = base.extend({ products: ids })
const ProductTypes = base.extend({ product_types: ids })
const ShippingOptions = base.extend({ shipping_options: ids })

export const taxRateLinks = router({
  addProducts: adminProcedure
    .meta(rest('POST', '/tax-rates/{id}/products/batch', 'Add products to a tax rate'))
    .input(Products)
    .output(taxRateResponse)
    .mutation(async ({ ctx, input: { id, products, ...wanted } }) => {
      await addTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { products })
      return readTaxRate(ctx.em, id, wanted)
    }),

  removeProducts: adminProcedure
    .meta(rest('DELETE', '/tax-rates/{id}/products/batch', 'Remove products from a tax rate'))
    .input(Products)
    .output(taxRateResponse)
    .mutation(async ({ ctx, input: { id, products, ...wanted } }) => {
      await removeTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { products })
      return readTaxRate(ctx.em, id, wanted)
    }),

  addProductTypes: adminProcedure
    .meta(rest('POST', '/tax-rates/{id}/product-types/batch', 'Add product types to a tax rate'))
    .input(ProductTypes)
    .output(taxRateResponse)
    .mutation(async ({ ctx, input: { id, product_types, ...wanted } }) => {
      await addTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { product_types })
      return readTaxRate(ctx.em, id, wanted)
    }),

  removeProductTypes: adminProcedure
    .meta(rest('DELETE', '/tax-rates/{id}/product-types/batch', 'Remove product types from a tax rate'))
    .input(ProductTypes)
    .output(taxRateResponse)
    .mutation(async ({ ctx, input: { id, product_types, ...wanted } }) => {
      await removeTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { product_types })
      return readTaxRate(ctx.em, id, wanted)
    }),

  addShippingOptions: adminProcedure
    .meta(rest('POST', '/tax-rates/{id}/shipping-options/batch', 'Add shipping options to a tax rate'))
    .input(ShippingOptions)
    .output(taxRateResponse)
    .mutation(async ({ ctx, input: { id, shipping_options, ...wanted } }) => {
      await addTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { shipping_options })
      return readTaxRate(ctx.em, id, wanted)
    }),

  removeShippingOptions: adminProcedure
    .meta(rest('DELETE', '/tax-rates/{id}/shipping-options/batch', 'Remove shipping options from a tax rate'))
    .input(ShippingOptions)
    .output(taxRateResponse)
    .mutation(async ({ ctx, input: { id, shipping_options, ...wanted } }) => {
      await removeTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { shipping_options })
      return readTaxRate(ctx.em, id, wanted)
    }),
})

import { z } from 'zod'
import { addTaxedResources, removeTaxedResources } from '#entities/catalogue/tax-rate/taxed-resources.ts'
import { lockTaxRate } from '#entities/market/tax/find-tax-rate.ts'
import { rest } from '../../context/meta.ts'
import { router } from '../../procedures/trpc.ts'
import { listSelectionParams, taxRateMutation } from './read-tax-rate.ts'

const ids = z.array(z.string())
const base = z.strictObject({ id: z.string(), ...listSelectionParams })
const Products = base.extend({ products: ids })
const ProductTypes = base.extend({ product_types: ids })
const ShippingOptions = base.extend({ shipping_options: ids })

export const taxRateLinks = router({
  addProducts: taxRateMutation(Products)
    .meta(rest('POST', '/tax-rates/{id}/products/batch', 'Add products to a tax rate'))
    .mutation(async ({ ctx, input: { id, products } }) =>
      addTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { products }),
    ),

  removeProducts: taxRateMutation(Products)
    .meta(rest('DELETE', '/tax-rates/{id}/products/batch', 'Remove products from a tax rate'))
    .mutation(async ({ ctx, input: { id, products } }) =>
      removeTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { products }),
    ),

  addProductTypes: taxRateMutation(ProductTypes)
    .meta(rest('POST', '/tax-rates/{id}/product-types/batch', 'Add product types to a tax rate'))
    .mutation(async ({ ctx, input: { id, product_types } }) =>
      addTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { product_types }),
    ),

  removeProductTypes: taxRateMutation(ProductTypes)
    .meta(rest('DELETE', '/tax-rates/{id}/product-types/batch', 'Remove product types from a tax rate'))
    .mutation(async ({ ctx, input: { id, product_types } }) =>
      removeTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { product_types }),
    ),

  addShippingOptions: taxRateMutation(ShippingOptions)
    .meta(rest('POST', '/tax-rates/{id}/shipping-options/batch', 'Add shipping options to a tax rate'))
    .mutation(async ({ ctx, input: { id, shipping_options } }) =>
      addTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { shipping_options }),
    ),

  removeShippingOptions: taxRateMutation(ShippingOptions)
    .meta(rest('DELETE', '/tax-rates/{id}/shipping-options/batch', 'Remove shipping options from a tax rate'))
    .mutation(async ({ ctx, input: { id, shipping_options } }) =>
      removeTaxedResources(ctx.em, await lockTaxRate(ctx.em, id), { shipping_options }),
    ),
})

import { z } from 'zod'
import { findRows } from '#database/rows.ts'
import { readCustomerCart } from '#entities/cart/cart/customer-cart.ts'
import { findCartShippingOptions } from '#entities/cart/shipping/find-cart-shipping-options.ts'
import { computeOptionTax, findOptionTaxes, readOptionTaxes } from '#entities/cart/shipping/option-tax.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { rest } from '../context/meta.ts'
import { queryBoolean } from '../inputs/query.ts'
import { catalogueProcedure, openProcedure, router } from '../procedures/trpc.ts'
import { readRows } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { parseSelection } from '../reading/selection.ts'
import { showRow } from '../reading/show-row.ts'
import { PricedShippingOptionResource } from '../resources/shipping.ts'

const ShippingOptions = responseSchema({ shipping_options: z.array(PricedShippingOptionResource) })

const view = { resource: PricedShippingOptionResource, defaults: { relations: ['requirements'] } }
const forCart = { relations: ['requirements', 'profile'] }

export const shippingOptions = router({
  list: catalogueProcedure
    .meta(rest('GET', '/shipping-options', 'List shipping options'))
    .input(
      z
        .strictObject({
          region_id: z.string().optional(),
          is_return: queryBoolean.optional(),
          /** Comma-separated product IDs, whose shipping profiles select the shipping options. */
          product_ids: z.string().optional(),
        })
        .prefault({}),
    )
    .output(ShippingOptions)
    .query(async ({ ctx, input: { region_id, is_return, product_ids } }) => {
      const ids = product_ids?.split(',')
      const products = ids && (await findRows(ctx.em, Product, { id: ids }))
      const profile_ids = products?.map((product) => product.profile_id)
      const taxes = await findOptionTaxes(ctx.em, { region_id, is_return, profile_ids })
      const options = await readRows(ctx.em, [...taxes.keys()], view)
      return { shipping_options: options.map((option) => ({ ...option, ...taxes.get(option.id) })) }
    }),

  listForCart: openProcedure
    .meta(rest('GET', '/shipping-options/{cart_id}', 'List the shipping options of a cart'))
    .input(z.strictObject({ cart_id: z.string() }))
    .output(ShippingOptions)
    .query(async ({ ctx, input }) => {
      const cart = await readCustomerCart(ctx.em, input.cart_id)
      const usable = await findCartShippingOptions(ctx.em, ctx.providers.fulfillment, cart)
      const taxes = await readOptionTaxes(
        ctx.em,
        usable.map(({ option }) => option.id),
      )
      const shipping_options = usable.map(({ option, amount }) => {
        const tax_rates = taxes.get(option.id)?.tax_rates ?? []
        return {
          ...showRow(PricedShippingOptionResource, option, parseSelection(PricedShippingOptionResource, {}, forCart)),
          amount,
          ...computeOptionTax(amount, option.includes_tax, tax_rates),
        }
      })
      return { shipping_options }
    }),
})

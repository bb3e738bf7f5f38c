import { z } from 'zod'
import { createShopClient } from '#client/index.ts'
import { NotFound } from '#entities/errors.ts'
import { field } from '#entities/platform/field/field.ts'
import { openProcedure, router } from '#routers/procedures/trpc.ts'
import { responseSchema } from '#routers/reading/resource.ts'
import { ProductResource } from '#routers/resources/product.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'

/* Nothing here runs. `npm run check` compiles it and expects an error at each marked line. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <_Claim extends true>() => {}

const engraving = definePlugin({
  name: 'engraving',
  fields: {
    line_item: { engraving: field.text({ writableBy: ['store'] }) },
    product: { engravable: field.boolean({ default: false, writableBy: ['admin'] }) },
  },
})
const ratings = definePlugin({
  name: 'product-ratings',
  fields: { product: { rating: field.number() } },
  store: router({
    top: openProcedure.output(z.object({ ids: z.array(z.string()) })).query(() => ({ ids: [] })),
  }),
})
const bestsellers = definePlugin({
  name: 'bestsellers',
  store: router({
    get: openProcedure.output(responseSchema({ product: ProductResource })).query(() => {
      throw new NotFound('There is no bestseller')
    }),
  }),
})
const shop = defineShop({ plugins: [engraving, ratings, bestsellers] })

const withInlinePlugin = defineShop({ plugins: [engraving, definePlugin({ name: 'inline' })] })

export async function typedWithInlinePlugin() {
  const client = createShopClient<typeof withInlinePlugin>({ url: 'http://localhost:9000' })
  const { products } = await client.admin.products.list.query({ limit: 1, engravable: true })
  is<Same<NonNullable<(typeof products)[number]['engravable']>, boolean>>()
}

export async function typed() {
  const client = createShopClient<typeof shop>({ url: 'http://localhost:9000' })
  const { ids } = await client.store.productRatings.top.query()
  is<Same<typeof ids, string[]>>()

  const { product } = await client.store.bestsellers.get.query()
  is<Same<typeof product.rating, number | null>>()
  is<Same<typeof product.engravable, boolean>>()

  const { cart } = await client.store.carts.addLineItem.mutate({
    id: 'cart_1',
    variant_id: 'v',
    quantity: 1,
    engraving: 'For Ada',
  })
  const [line] = cart.items
  is<Same<NonNullable<typeof line>['engraving'], string | null>>()
  is<Same<NonNullable<typeof line>['quantity'], number>>()
  is<Same<typeof cart.completed_at, Date | null>>()

  const { products } = await client.admin.products.list.query({ engravable: true, rating: { gte: 4 } })
  is<Same<(typeof products)[number]['rating'], number | null>>()
  await client.admin.products.update.mutate({ id: 'prod_1', engravable: true })

  // @ts-expect-error a wrong type
  await client.admin.products.update.mutate({ id: 'prod_1', engravable: 'yes' })
  // @ts-expect-error no API may write this field
  await client.admin.products.update.mutate({ id: 'prod_1', rating: 5 })
  // @ts-expect-error a field of another table
  await client.admin.products.update.mutate({ id: 'prod_1', engraving: 'no' })
  // @ts-expect-error an unknown procedure of a plugin
  void client.store.productRatings.bottom
  // @ts-expect-error the core has no such field
  await createShopClient({ url: '' }).admin.products.update.mutate({ id: 'prod_1', engravable: true })
}

const purchasing = definePlugin({
  name: 'purchasing',
  fields: {
    product: {
      cost: field.money({ currency: 'cost_currency', visibleTo: 'admin', writableBy: ['admin'] }),
      cost_currency: field.enum(['eur', 'usd'], { default: 'eur', visibleTo: 'admin', writableBy: ['admin'] }),
      colours: field.list(field.enum(['red', 'blue'])),
      box: field.json(z.object({ width: z.number() })),
      sold_on: field.date(),
    },
    order: { score: field.integer({ default: 0, visibleTo: 'customer', personal: false }) },
  },
})
const shopWithHidden = defineShop({ plugins: [purchasing, ratings] })
export async function typedWithHidden() {
  const { admin, store } = createShopClient<typeof shopWithHidden>({ url: 'http://localhost:9000' })
  const { product } = await admin.products.update.mutate({ id: 'prod_1', cost: 100, cost_currency: 'usd' })
  is<Same<typeof product.cost, number | null>>()
  is<Same<typeof product.cost_currency, 'eur' | 'usd'>>()
  is<Same<typeof product.colours, ('red' | 'blue')[] | null>>()
  is<Same<typeof product.box, { width: number } | null>>()
  is<Same<typeof product.sold_on, string | null>>()
  await admin.products.list.query({
    cost_currency: ['eur'],
    colours: 'red',
    box: { exists: true },
    sold_on: { gte: '2026-12-24' },
  })
  // @ts-expect-error the field is never null
  await admin.products.list.query({ cost_currency: { exists: true } })
  await admin.products.update.mutate({ id: 'prod_1', adjust: { cost: -5 } })
  await admin.products.updateVariant.mutate({ id: 'prod_1', variant_id: 'v', adjust: { inventory_quantity: -3 } })
  // @ts-expect-error only numbers are adjusted
  await admin.products.update.mutate({ id: 'prod_1', adjust: { sold_on: 1 } })
  // @ts-expect-error no API may write this field
  await admin.products.update.mutate({ id: 'prod_1', adjust: { rating: 1 } })
  // @ts-expect-error a value of the enum
  await admin.products.update.mutate({ id: 'prod_1', cost_currency: 'gbp' })

  const { products } = await store.products.list.query({ rating: { gte: 4 }, colours: ['blue'] })
  is<Same<(typeof products)[number]['rating'], number | null>>()
  // @ts-expect-error only administrators see the field
  void products[0]?.cost
  // @ts-expect-error only administrators filter by the field
  await store.products.list.query({ cost: 100 })
  const { order } = await store.orders.get.query({ id: 'order_1' })
  is<Same<typeof order.score, number | undefined>>()
}

const reviewed = definePlugin({
  name: 'reviewed',
  fields: { product: { review_count: field.integer({ default: 0 }) } },
})
const otherEngraving = definePlugin({ name: 'laser', fields: { line_item: { engraving: field.integer() } } })
// @ts-expect-error "The plugins engraving and laser both define the field engraving of line_item"
defineShop({ plugins: [engraving, otherEngraving] })

/** Each plugin has fields of another table, or none. */
const otherTables = defineShop({ plugins: [otherEngraving, definePlugin({ name: 'plain' }), reviewed] })
export async function typedWithOtherTables() {
  const client = createShopClient<typeof otherTables>({ url: 'http://localhost:9000' })
  const { products } = await client.store.products.list.query()
  is<Same<(typeof products)[number]['review_count'], number>>()
  const { cart } = await client.store.carts.get.query({ id: 'cart_1' })
  is<Same<(typeof cart)['items'][number]['engraving'], number | null>>()
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import type { AnyBody } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* The requests that the admin interface of Medusa v1 sends when its screens open. */

let shop: TestShop
let resourceIds: Record<string, string>
beforeAll(async () => {
  shop = await openTestShop()
  const region = await shop.given.region()
  const variant = await shop.given.variant()
  const order = await shop.given.order({ region, lines: [[variant, 1]] })
  const group = (await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'VIP' }))).customer_group
  const list = { name: 'Sale', description: 'S', type: 'sale', prices: [], customer_groups: [{ id: group.id }] }
  const { price_list } = await expectSuccess(shop.admin.post('/admin/price-lists', list))
  const { code } = await shop.given.discount(region)
  const { discount } = await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))
  resourceIds = {
    order: order.id,
    region: region.id,
    variant: variant.id,
    product: variant.product_id,
    group: group.id,
    prices: price_list.id,
    discount: discount.id,
    channel: (await expectSuccess(shop.admin.get('/admin/store'))).store.default_sales_channel_id,
  }
})
afterAll(() => shop[Symbol.asyncDispose]())

function idOf(name: string): string {
  const id = resourceIds[name]
  if (!id) throw new Error(`No resource is named ${name}`)
  return id
}

const page = 'limit=15&offset=0'
const times = 'created_at[gte]=2026-01-01T00%3A00%3A00.000Z&updated_at[lt]=2090-01-01T00%3A00%3A00.000Z'
const seconds = 'created_at[gt]=1700000000&created_at[lt]=3700000000'
const orders =
  'expand=customer%2Cshipping_address%2Csales_channel&fields=id%2Cstatus%2Cdisplay_id%2Ccreated_at%2Cemail%2C' +
  `fulfillment_status%2Cpayment_status%2Ctotal%2Ccurrency_code&${page}`
const products =
  'fields=id%2Ctitle%2Cthumbnail%2Cstatus%2Chandle%2Ccollection_id&expand=variants%2Coptions%2Cvariants.prices%2C' +
  `variants.options%2Ccollection%2Ctags%2Ctype%2Cimages%2Csales_channels&is_giftcard=false&${page}`
const timeline = [
  'customer,billing_address,shipping_address,discounts,discounts.rule,shipping_methods,shipping_methods.shipping_option',
  'payments,items,fulfillments,fulfillments.tracking_links,returns,returns.shipping_method',
  'returns.shipping_method.shipping_option,returns.shipping_method.tax_lines,refunds,claims.claim_items.item',
  'claims.fulfillments,claims.return_order,claims.additional_items.variant.product.profiles,swaps.return_order',
  'swaps.additional_items.variant.product.profiles,swaps.fulfillments,returnable_items,edits',
].join('%2C')

test.each([
  'batch-jobs?limit=100',
  `collections?q=&${page}`,
  'currencies?limit=15&offset=0',
  `customer-groups?expand=customers&q=V&${page}`,
  `customer-groups/{group}/customers?expand=groups&${page}`,
  `customers?expand=orders&q=a&${page}`,
  `customers?expand=groups&groups=&${page}`,
  'customers?expand=groups&groups[0]={group}&limit=15',
  'customers?q=a&has_account=true&limit=30&offset=0',
  'discounts/{discount}?expand=rule%2Crule.conditions%2Cregions',
  `discounts?is_dynamic=false&expand=rule%2Crule.conditions%2Crule.conditions.products%2Cregions&${seconds}&${page}`,
  `draft-orders?q=a&${page}`,
  `gift-cards?${page}`,
  'notes?resource_id={order}&limit=100&offset=0',
  'notifications?resource_id={order}',
  'order-edits?order_id={order}',
  `orders/{order}?expand=${timeline}`,
  `orders?${orders}&region_id[0]={region}&sales_channel_id[0]={channel}&${seconds}&q=a`,
  `orders?${orders}&fulfillment_status[0]=not_fulfilled&fulfillment_status[1]=fulfilled&payment_status[0]=awaiting`,
  'price-lists/{prices}/products?limit=10&offset=0&expand=variants%2Ccollection',
  'price-lists/{prices}/products?limit=1&fields=id',
  `price-lists?limit=20&status[0]=active&${times}&q=S&expand=customer_groups`,
  'product-categories?parent_category_id=null&include_descendants_tree=true',
  `product-tags?${page}`,
  `product-types?${page}`,
  'products?id={product}&expand=options%2Coptions.values',
  'products?id[0]={product}&q=&price_list_id[0]={prices}&expand=variants.prices',
  `products?${products}&status[0]=draft&status[1]=published&${seconds}&q=a`,
  `products?expand=collection%2Ctype%2Csales_channels&fields=id%2Ctitle%2Cthumbnail%2Cstatus&sales_channel_id[0]={channel}`,
  `publishable-api-keys?${page}`,
  'regions?limit=1000',
  'regions/{region}/fulfillment-options',
  'sales-channels?q=&limit=8&offset=0',
  'shipping-options?region_id={region}&is_return=false',
  'tax-rates?region_id={region}&limit=10&offset=0',
  'users?',
  'variants?id[0]={variant}&region_id={region}',
  'variants?q=a&limit=12&offset=0&region_id={region}',
  ...['gift-cards/', 'notes/', 'price-lists/', 'shipping-profiles/', 'store/', 'invites', 'return-reasons'],
])('the API answers the request of the v1 admin interface: GET /admin/%s', async (request) => {
  const path = request.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name))
  const { status, body } = (await shop.admin.get(`/admin/${path}`)) as { status: number; body: AnyBody }
  expect([status, body.message]).toEqual([200, undefined])
})

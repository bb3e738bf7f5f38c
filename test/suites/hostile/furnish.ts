import type { AdminOrder, AnyBody, Identified, Order } from '../../support/resources.ts'
import type { Administrator } from '../race/shop.ts'

export type KnownInputs = Readonly<Record<string, Record<string, unknown>>>

interface FurnishedRows {
  order: Order | AdminOrder
  cart: Identified
  card: { code: string }
  discount: Identified & { code: string }
}

/**
 * Creates one row of each kind that a sale does not create. Returns the inputs of procedures that need more than an id.
 * `order` has a shipping method. `cart` is open and belongs to a guest.
 */
export async function furnish(
  administrator: Administrator,
  { order, cart, card, discount }: FurnishedRows,
): Promise<KnownInputs> {
  const post = async (path: string, body: object): Promise<AnyBody> => {
    const reply = await administrator('POST', `/admin/${path}`, body)
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const { region_id } = order
  const option_id = order.shipping_methods[0].shipping_option_id
  await post('tax-rates', { region_id, name: 'Reduced', code: 'reduced', rate: 7 })
  await post('api-keys', { name: 'Reader', scopes: ['read:*'] })
  await post('publishable-api-keys', { title: 'Web' })
  await post('customer-groups', { name: 'Regulars' })
  await post('price-lists', { name: 'Sale', description: 'A sale', type: 'sale', prices: [] })
  await post('product-categories', { name: 'Shirts', is_active: true })
  await post('collections', { title: 'Winter' })
  await post('webhooks', { url: 'https://example.com/hook', events: ['order.placed'] })
  await post('return-reasons', { value: 'too_small', label: 'Too small' })
  await post('notes', { resource_id: order.id, resource_type: 'order', value: 'A note' })
  await post('batch-jobs', { type: 'order-export', context: {}, dry_run: true })
  await post('store', { languages: ['en', 'de'] })
  const items = [{ title: 'By hand', unit_price: 100, quantity: 1 }]
  const draft = { email: 'draft@example.com', region_id, items, shipping_methods: [{ option_id }] }
  const { draft_order } = await post('draft-orders', draft)
  const { payment_link } = await post(`draft-orders/${draft_order.id}/payment-link`, {})
  await post('invites', { user: 'invited@example.com', role: 'member' })
  const { invites } = (await administrator('GET', '/admin/invites')).body
  const products = [order.items[0].variant.product_id]
  await post(`discounts/${discount.id}/conditions`, { operator: 'in', products })
  const { body } = await administrator('GET', `/admin/discounts/${discount.id}?expand=rule.conditions`)
  const [condition] = body.discount.rule.conditions
  const { swaps } = (await administrator('GET', '/admin/swaps?limit=1')).body
  return {
    ...(swaps.length > 0 && { 'store.swaps.get': { cart_id: swaps[0].cart_id } }),
    'admin.statistics.sales': { from: '2026-01-01', to: '2026-01-31' },
    'admin.statistics.taxes': { from: '2026-01-01', to: '2026-01-31' },
    'admin.statistics.conversion': { from: '2026-01-01', to: '2026-01-31' },
    'admin.statistics.topProducts': { from: '2026-01-01', to: '2026-01-31' },
    'admin.orders.packingSlips': { ids: [order.id] },
    'admin.orders.packingPdf': { ids: [order.id], kind: 'packing_slips' },
    'admin.taxRates.listForProducts': { product_id: products },
    'admin.translations.list': { language: 'de', entity: 'product' },
    'admin.discounts.getByCode': { code: discount.code },
    'admin.discounts.getCondition': { discount_id: discount.id, condition_id: condition.id },
    'store.carts.get': { id: cart.id },
    'store.paymentLinks.get': { token: payment_link.token },
    'admin.invites.readToken': { token: invites[0].token },
    'admin.users.readPasswordToken': { token: 'used' },
    'admin.tags.list': { resource: 'order' },
    'store.giftCards.get': { code: card.code },
    'store.orders.getByCart': { cart_id: order.cart_id },
    'store.orders.lookUp': { display_id: order.display_id, email: order.email },
  }
}

import type { MoneyApi } from './api.ts'
import type { Product } from './assortment.ts'
import { fillCart } from './fill-cart.ts'
import type { Market } from './market.ts'
import type { OfferedDiscount } from './offer-discounts.ts'
import type { Random } from './random.ts'

/** The catalogue changes between a cart and its completion, which the shop has to refuse. */
export async function refuseCarts(api: MoneyApi, { market, bought, offers, random }: Refusals): Promise<void> {
  const dynamic = offers.find(({ id, ruleOwner }) => id !== ruleOwner)
  if (dynamic && random.chance(50)) await refuseCodeOfDisabledParent(api, { market, dynamic })
  if (random.chance(15)) await refuseWithdrawnProduct(api, { market, product: random.pick(bought) })
}

interface Refusals {
  market: Market
  bought: readonly Product[]
  offers: readonly OfferedDiscount[]
  random: Random
}

async function refuseCodeOfDisabledParent(
  api: MoneyApi,
  { market, dynamic }: { market: Market; dynamic: OfferedDiscount },
): Promise<void> {
  const parent = `/admin/discounts/${dynamic.ruleOwner}`
  await api.send('POST', parent, { is_disabled: true })
  const { id } = (await api.send('POST', '/store/carts', { region_id: market.id })).cart
  await api.refused('POST', `/store/carts/${id}`, { discounts: [{ code: dynamic.code }] })
  await api.send('POST', parent, { is_disabled: false })
}

async function refuseWithdrawnProduct(
  api: MoneyApi,
  { market, product }: { market: Market; product: Product },
): Promise<void> {
  const cart = await fillCart(api, { market, bought: [product], quantities: [1], offers: [], codes: [] })
  await api.send('POST', `/admin/products/${product.id}`, { status: 'draft' })
  await api.refused('POST', `/store/carts/${cart}/complete`, {})
  await api.send('POST', `/admin/products/${product.id}`, { status: 'published' })
}

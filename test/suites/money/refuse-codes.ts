import type { MoneyApi } from './api.ts'
import type { Market } from './market.ts'
import type { OfferedDiscount } from './offer-discounts.ts'
import type { Random } from './random.ts'

interface Refusals {
  market: Market
  offers: readonly OfferedDiscount[]
  random: Random
}

/** A dynamic code of a disabled discount cannot be added to a cart. */
export async function refuseCodes(api: MoneyApi, { market, offers, random }: Refusals): Promise<void> {
  const dynamic = offers.find(({ id, ruleOwner }) => id !== ruleOwner)
  if (dynamic && random.chance(50)) await refuseCodeOfDisabledParent(api, { market, dynamic })
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

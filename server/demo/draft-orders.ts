import { demoPeople, emailOf, type PersonName } from './data/people.ts'
import type { DemoShop } from './order-stories.ts'

const DRAFTS: readonly { buyer: PersonName; lines: readonly (readonly [string, number])[]; isPaid?: true }[] = [
  {
    buyer: 'kantine',
    lines: [
      ['STONEWARE-MUG-CHARCOAL', 24],
      ['LINEN-TEA-TOWELS-STRIPE', 12],
    ],
  },
  { buyer: 'emma', lines: [['OLIVE-WOOD-BOARD-LARGE', 1]] },
  {
    buyer: 'rhys',
    lines: [
      ['BRASS-BALLPOINT-INITIALS', 2],
      ['DOTTED-NOTEBOOK-INK', 2],
    ],
  },
  { buyer: 'hannah', lines: [['WAXED-CANVAS-BACKPACK-MOSS', 1]], isPaid: true },
]

/** Orders that an administrator enters by phone. */
export async function addDraftOrders({ admin, market }: DemoShop): Promise<void> {
  for (const { buyer, lines, isPaid } of DRAFTS) {
    const { hasAccount: _account, groups: _groups, ...address } = demoPeople[buyer]
    const region_id = market.regionOf(address.country_code)
    const { draft_order } = await admin.draftOrders.create({
      ...{ region_id, email: emailOf(buyer), shipping_address: address, billing_address: address },
      items: lines.map(([sku, quantity]) => ({ variant_id: market.variantId(sku), quantity })),
      shipping_methods: [{ option_id: market.optionOf(region_id, 'Standard') }],
    })
    if (isPaid) await admin.draftOrders.pay({ id: draft_order.id })
  }
}

import { expect, test } from 'vitest'
import { chooseOffers } from '#entities/cart/pricing/choose-offers.ts'

const offer = (name: string, saving: number, { is_combinable = false, priority = 0 } = {}) => ({
  discount: { name, rule: { is_combinable, priority } },
  shares: [{ item_id: 'item_1', amount: saving }],
})
const combined = { is_combinable: true }

test.each([
  ['one offer applies', [offer('A', 1)], ['A']],
  ['the larger saving applies', [offer('A', 1), offer('B', 2)], ['B']],
  ['with equal savings, the first one applies', [offer('A', 2), offer('B', 2)], ['A']],
  ['combinable offers apply together', [offer('A', 1, combined), offer('B', 2, combined)], ['A', 'B']],
  [
    'combinable offers that save more together replace a larger one',
    [offer('A', 3), offer('B', 2, combined), offer('C', 2, combined)],
    ['B', 'C'],
  ],
  ['a larger one replaces combinable offers', [offer('A', 5), offer('B', 2, combined), offer('C', 2, combined)], ['A']],
  ['a higher priority applies also if it saves less', [offer('A', 5), offer('B', 1, { priority: 1 })], ['B']],
  [
    'a higher priority takes its combinable offers along, in their order',
    [offer('A', 9), offer('B', 1, combined), offer('C', 1, { ...combined, priority: 2 })],
    ['C', 'B'],
  ],
  ['a negative priority applies last', [offer('A', 9, { priority: -1 }), offer('B', 1)], ['B']],
])('%s', (_, offers, names) => {
  expect(chooseOffers(offers).map(({ discount }) => discount.name)).toEqual(names)
})

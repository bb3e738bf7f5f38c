import { describe, expect, test } from 'vitest'
import { type DealLine, findDeal } from '#entities/cart/pricing/buy-get-deal.ts'

const line = (id: string, unit_price: number, quantity: number, over: Partial<DealLine> = {}): DealLine => ({
  ...{ id, unit_price, quantity, isBought: true, isGotten: true },
  ...over,
})
const onlyBought = { isGotten: false }
const onlyGotten = { isBought: false }
const unitsOf = (...input: Parameters<typeof findDeal>) => Object.fromEntries(findDeal(...input).units)

describe('buy X, get Y of the same items', () => {
  const terms = { buy_quantity: 2, get_quantity: 1 }
  test.each([
    [1, undefined, 0],
    [2, undefined, 1],
    [3, 1, 0],
    [4, 1, 0],
    [5, 1, 1],
    [6, 2, 0],
    [2_000_000_001, 667_000_000, 0],
  ] as const)('%i units discount %s units and offer %i more', (quantity, units, offered) => {
    const deal = findDeal(terms, [line('a', 100, quantity)])
    if (quantity < 10) expect([deal.units.get('a'), deal.offered]).toEqual([units, offered])
    else expect(deal.units.get('a')).toBe(Math.floor(quantity / 3))
  })

  test('discount the cheapest units, and never the same ones that count as bought', () => {
    expect(unitsOf(terms, [line('dear', 900, 2), line('cheap', 100, 1)])).toEqual({ cheap: 1 })
    expect(unitsOf(terms, [line('cheap', 100, 3), line('dear', 900, 3)])).toEqual({ cheap: 2 })
  })

  test('repeat up to the maximum', () => {
    expect(unitsOf({ ...terms, max_uses: 1 }, [line('a', 100, 9)])).toEqual({ a: 1 })
    expect(unitsOf({ ...terms, max_uses: 2 }, [line('a', 100, 9)])).toEqual({ a: 2 })
  })
})

describe('buy X, get Y of other items', () => {
  const terms = { buy_quantity: 2, get_quantity: 2 }
  test('discount fewer units if the cart has fewer, and offer the rest', () => {
    const deal = findDeal(terms, [line('shirt', 500, 4, onlyBought), line('socks', 100, 1, onlyGotten)])
    expect([Object.fromEntries(deal.units), deal.offered]).toEqual([{ socks: 1 }, 3])
  })

  test('name the missing quantity', () => {
    const deal = findDeal(terms, [line('shirt', 500, 1, onlyBought), line('socks', 100, 3, onlyGotten)])
    expect(deal).toMatchObject({ missing: { missing_amount: 0, missing_quantity: 1 }, offered: 0 })
  })

  test('skip units that cost nothing', () => {
    const lines = [line('shirt', 500, 2, onlyBought), line('free', 0, 1, onlyGotten), line('socks', 100, 1, onlyGotten)]
    expect(unitsOf({ ...terms, get_quantity: 1 }, lines)).toEqual({ socks: 1 })
  })

  test('a unit that could be both counts as bought if too few others do', () => {
    const lines = [line('shirt', 500, 1, onlyBought), line('tie', 50, 1), line('socks', 100, 1, onlyGotten)]
    expect(unitsOf({ buy_quantity: 2, get_quantity: 1 }, lines)).toEqual({ socks: 1 })
  })
})

describe('a gift from an amount on', () => {
  const terms = { buy_amount: 5000, get_quantity: 1, max_uses: 1 }
  test('needs the amount without the gift', () => {
    const gift = line('gift', 1500, 1)
    expect(findDeal(terms, [line('a', 4000, 1, onlyBought), gift])).toMatchObject({
      missing: { missing_amount: 1000, missing_quantity: 0 },
    })
    expect(unitsOf(terms, [line('a', 5000, 1, onlyBought), gift])).toEqual({ gift: 1 })
  })

  test('is offered once the amount is reached', () => {
    expect(findDeal(terms, [line('a', 5000, 1, onlyBought)])).toMatchObject({ missing: undefined, offered: 1 })
    expect(findDeal(terms, [line('a', 4999, 1, onlyBought)])).toMatchObject({ offered: 0 })
  })
})

/** Tries each choice of discounted units. */
function bestChoice({ buy, get, max }: { buy: number; get: number; max: number }, units: readonly DealLine[]) {
  let best = { count: 0, saving: 0 }
  for (let choice = 0; choice < 2 ** units.length; choice++) {
    const gotten = units.filter((_, i) => choice & (1 << i))
    if (gotten.some(({ isGotten }) => !isGotten)) continue
    const bought = units.filter((unit, i) => !(choice & (1 << i)) && unit.isBought).length
    const uses = Math.ceil(gotten.length / get)
    if (uses > max || uses * buy > bought) continue
    const saving = gotten.reduce((total, { unit_price }) => total + unit_price, 0)
    const isBetter = gotten.length > best.count || (gotten.length === best.count && saving < best.saving)
    if (isBetter) best = { count: gotten.length, saving }
  }
  return best
}

test('any cart gets as many units as possible, the cheapest first', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let i = 0; i < 300; i++) {
    const [buy, get, max] = [1 + random(3), 1 + random(3), 1 + random(4)]
    const lines = Array.from({ length: 1 + random(4) }, (_, n) =>
      line(`l${n}`, 1 + random(9), 1 + random(3), { isBought: random(3) > 0, isGotten: random(3) > 0 }),
    )
    const { units } = findDeal({ buy_quantity: buy, get_quantity: get, max_uses: max }, lines)
    const found = {
      count: [...units.values()].reduce((one, other) => one + other, 0),
      saving: lines.reduce((total, { id, unit_price }) => total + (units.get(id) ?? 0) * unit_price, 0),
    }
    const single = lines.flatMap((one) => Array.from({ length: one.quantity }, () => ({ ...one, quantity: 1 })))
    expect({ buy, get, max, lines, ...found }).toEqual({
      buy,
      get,
      max,
      lines,
      ...bestChoice({ buy, get, max }, single),
    })
  }
})

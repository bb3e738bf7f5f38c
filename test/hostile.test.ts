import { expect, test } from 'vitest'
import { attack } from '../bench/hostile/attack.ts'
import { callersOf, namesInPrototypes } from '../bench/hostile/shop.ts'
import { vocabularyOf } from '../bench/hostile/vocabulary.ts'
import { editDesk } from './support/edit-desk.ts'
import { openTestShop, SESSION_SECRET } from './support/shop.ts'

/* The small form of `npm run hostile`. */

test('no procedure does anything but refuse what nobody should send', { timeout: 120_000 }, async () => {
  await using shop = await openTestShop({ demo: true })
  const region = await shop.given.region()
  await shop.given.shippingOption(region)
  await shop.given.discount(region)
  const edits = editDesk(() => shop)
  const begun = async () => edits.add(await edits.begin(await shop.given.order({ region })), await shop.given.variant())
  await begun()
  const { payment_collection_id } = await edits.act(await begun(), 'request')
  await shop.post(`/store/payment-collections/${payment_collection_id}/sessions`, { provider_id: 'manual' })
  await shop.given.payableCart({ region })
  const prototypes = namesInPrototypes()
  const attacked = await attack({
    url: shop.url,
    vocabulary: await vocabularyOf(shop.orm),
    callers: callersOf(shop.orm, { secret: SESSION_SECRET, token: shop.token }),
    seed: 7,
    requests: 3,
  })
  expect(attacked.length).toBeGreaterThan(250)
  expect(attacked.filter(({ requests }) => requests < 3)).toEqual([])
  expect(attacked.flatMap(({ complaints }) => complaints)).toEqual([])
  expect(namesInPrototypes()).toBe(prototypes)
  expect((await shop.get('/store/regions')).status).toBe(200)
})

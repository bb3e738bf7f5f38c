import { expect, test } from 'vitest'
import { attack } from './suites/hostile/attack.ts'
import { callersOf, namesInPrototypes } from './suites/hostile/shop.ts'
import { walkSorts } from './suites/hostile/sorts.ts'
import { vocabularyOf } from './suites/hostile/vocabulary.ts'
import { orderEditActions } from './support/order-edit-actions.ts'
import { openTestShop, SESSION_SECRET } from './support/shop.ts'

/* The small form of `npm run hostile`. */

test('no procedure does anything but refuse what nobody should send', { timeout: 120_000 }, async () => {
  await using shop = await openTestShop({ demo: true })
  const region = await shop.given.region()
  await shop.given.shippingOption(region)
  await shop.given.discount(region)
  const edits = orderEditActions(() => shop)
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

test('each list is sorted by a name and keeps all of its rows, or refuses the name', { timeout: 300_000 }, async () => {
  await using shop = await openTestShop({ demo: true })
  await shop.given.order()
  const walked = await walkSorts({
    url: shop.url,
    vocabulary: await vocabularyOf(shop.orm),
    callers: callersOf(shop.orm, { secret: SESSION_SECRET, token: shop.token }),
    depth: 1,
  })
  expect(walked.flatMap(({ complaints }) => complaints)).toEqual([])
  expect(walked.length).toBeGreaterThan(30)
  for (const { procedure, accepted } of walked) expect(accepted, procedure).not.toEqual([])
  const ofStore = walked.filter(({ procedure }) => procedure.startsWith('store.'))
  expect(ofStore.length).toBeGreaterThanOrEqual(5)
  expect(ofStore.flatMap(({ accepted }) => accepted).filter((name) => name.includes('.'))).toEqual([])
})

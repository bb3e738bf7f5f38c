import { expect, test } from 'vitest'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { vocabularyOf } from '#server/testing/hostile/vocabulary.ts'
import { attack } from './suites/hostile/attack.ts'
import { callersOf } from './suites/hostile/callers.ts'
import { namesInPrototypes } from './suites/hostile/names-in-prototypes.ts'
import { walkSorts } from './suites/hostile/sorts.ts'
import { orderEditActions } from './support/order-edit-actions.ts'
import { openTestShop, SESSION_SECRET } from './support/shop.ts'

/* A short run of `npm run hostile`. */

test('every procedure refuses invalid input without an internal error', async () => {
  await using shop = await openTestShop({ demo: true })
  const region = await shop.given.region()
  await shop.given.shippingOption(region)
  await shop.given.discount(region)
  const edits = orderEditActions(() => shop)
  const beginEdit = async () =>
    edits.add(await edits.begin(await shop.given.order({ region })), await shop.given.variant())
  await beginEdit()
  const { payment_collection_id } = await edits.act(await beginEdit(), 'request')
  await shop.post(`/store/payment-collections/${payment_collection_id}/sessions`, { provider_id: 'manual' })
  await shop.given.payableCart({ region })
  await enableInventory(shop.orm)
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

test('each list keeps all of its rows in every supported order', async () => {
  await using shop = await openTestShop({ demo: true })
  await shop.given.order()
  await enableInventory(shop.orm)
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

import type { EntityManager } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop } from '#test/support/shop.ts'

test('a new gift card gets the full balance and the tax rate of its region', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region({ tax_rate: 25 })
  const ends_at = '2031-01-01T00:00:00.000Z'
  const body = { region_id: region.id, value: 1000, ends_at, metadata: { a: 1 } }
  const { gift_card } = await expectSuccess(shop.admin.post('/admin/gift-cards', body))
  expect(gift_card).toMatchObject({ ...body, balance: 1000, tax_rate: 25, is_disabled: false, order: null })
  expect(gift_card.region.id).toBe(region.id)
  expect(gift_card.code).toMatch(/^([A-Z0-9]{4}-){3}[A-Z0-9]{4}$/)
  expect((await expectSuccess(shop.admin.get(`/admin/gift-cards/${gift_card.id}`))).gift_card).toEqual(gift_card)

  const untaxed = await shop.given.region({ gift_cards_taxable: false })
  expect((await shop.given.giftCard(untaxed, 1000)).tax_rate).toBeNull()
  for (const query of [`q=${gift_card.code.toLowerCase()}`, 'limit=1&offset=1']) {
    const { gift_cards } = await expectSuccess(shop.admin.get(`/admin/gift-cards?${query}`))
    expect(gift_cards).toEqual([gift_card])
  }
})

test('a gift card that was bought includes its order', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const { id, display_id } = await shop.given.order({ region, lines: [[await shop.given.giftCardProduct(), 1]] })
  const { gift_cards } = await expectSuccess(shop.admin.get(`/admin/gift-cards?q=${display_id}`))
  expect(gift_cards).toMatchObject([{ value: 1000, order: { id, display_id } }])
  const empty = { canceled_at: null, draft_order_id: null, external_id: null, no_notification: null }
  expect(gift_cards[0].order).toMatchObject({ object: 'order', sales_channel_id: expect.any(String), ...empty })
})

test('the balance of a gift card stays between zero and its value', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.giftCard(await shop.given.region(), 1000)
  const path = `/admin/gift-cards/${id}`
  for (const balance of [-1, 1001]) {
    const reply = await shop.admin.post(path, { balance })
    expect([reply.status, reply.body]).toEqual([400, { type: 'invalid_data', message: 'new balance is invalid' }])
  }
  const { gift_card } = await expectSuccess(shop.admin.post(path, { balance: 0, is_disabled: true, ends_at: null }))
  expect(gift_card).toMatchObject({ value: 1000, balance: 0, is_disabled: true, ends_at: null })
})

test('an increase of a balance is computed from the current balance', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.giftCard(await shop.given.region(), 1000)
  const spend = (em: EntityManager) => em.nativeUpdate(GiftCard, { id }, { balance: 0 })
  const { body } = await sendWhileLocked(shop, spend, () =>
    shop.admin.post(`/admin/gift-cards/${id}`, { balance: 400 }),
  )
  expect(body.gift_card).toMatchObject({ balance: 400 })
  const corrections = await shop.orm.em.fork().execute('select balance_correction::int as added from gift_card')
  expect(corrections).toEqual([{ added: 400 }])
})

test('a gift card rejects anonymous callers, unknown regions and invalid input', async () => {
  await using shop = await openTestShop()
  const region_id = (await shop.given.region()).id
  expect((await shop.post('/admin/gift-cards', { region_id, value: 1 })).status).toBe(401)
  const refusals: [object, number, string][] = [
    [{ region_id: 'reg_no', value: 1 }, 404, 'Region with reg_no was not found'],
    [{ region_id, value: 1.5 }, 400, 'value must be an integer number'],
    [{ region_id, value: -1 }, 400, 'value must not be less than 0'],
    [{ region_id, value: 1, ends_at: 'soon' }, 400, 'ends_at must be a Date instance'],
  ]
  for (const [body, status, message] of refusals) {
    const reply = await shop.admin.post('/admin/gift-cards', body)
    expect([reply.status, reply.body.message]).toEqual([status, message])
  }
})

test('a deleted gift card no longer exists', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.giftCard(await shop.given.region(), 1000)
  const path = `/admin/gift-cards/${id}`
  expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id, object: 'gift-card', deleted: true })
  for (const reply of [await shop.admin.get(path), await shop.admin.post(path, { balance: 1 })])
    expect([reply.status, reply.body.message]).toEqual([404, `Gift card with id: ${id} was not found`])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { Identified, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

const complete = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)
const apply = ({ id }: Identified, code: string) => shop.post(`/store/carts/${id}`, { discounts: [{ code }] })
const usedAsOften = (code: string) =>
  `The customer has used the discount ${code} as often as it allows. Remove the discount.`
const createDiscount = (limit_per_customer = 1, over = {}) => shop.given.discount(region, { limit_per_customer }, over)

let serial = 0
/** A new name for addresses. */
const newName = () => `anna.berg${++serial}`

test('a discount is used once by each mailbox, also by its other addresses', async () => {
  const spellings: [first: string, second: string, isSameMailbox: boolean][] = [
    ['NAME@shop.example', 'name@SHOP.example', true],
    ['name@gmail.com', 'n.a.m.e+sale@googlemail.com', true],
    ['name@outlook.com', 'name+sale@outlook.com', true],
    ['name@shop.example', 'name+sale@shop.example', false],
    ['name@outlook.com', 'name@hotmail.com', false],
    ['name@gmail.com', 'name2@gmail.com', false],
  ]
  for (const [first, second, isSameMailbox] of spellings) {
    const name = newName()
    const { code } = await createDiscount()
    const dotted = [...name.replace('.', '')].join('.')
    const addressOf = (spelling: string) => spelling.replace(/^n\.a\.m\.e/, dotted).replace(/^name/i, name)
    await shop.given.order({ region, discounts: [code], email: addressOf(first) })
    const cart = await shop.given.payableCart({ region, email: addressOf(second) })
    if (isSameMailbox) await expectError(apply(cart, code), 400, 'not_allowed', usedAsOften(code))
    else expect((await expectSuccess(apply(cart, code))).cart.discounts).toMatchObject([{ code }])
  }
})

test('a customer uses a discount once with an account and as a guest', async () => {
  const { code } = await createDiscount()
  const customer = await shop.given.customer()
  await shop.given.order({ region, discounts: [code], by: customer })
  const guest = await shop.given.payableCart({ region, email: customer.email })
  await expectError(apply(guest, code), 400, 'not_allowed', usedAsOften(code))
})

test('a code that was applied before the e-mail address is refused at the completion, and without it the order is placed', async () => {
  const { code } = await createDiscount()
  const email = `${newName()}@shop.example`
  await shop.given.order({ region, discounts: [code], email })
  const cart = await shop.given.payableCart({ region, discounts: [code] })
  const explain = async () =>
    (await expectSuccess(shop.get(`/store/carts/${cart.id}/totals/explain`))).discounts.map(({ result }) => result)
  expect(await explain()).toEqual(['applied'])
  await expectSuccess(shop.post(`/store/carts/${cart.id}`, { email }))
  expect(await explain()).toEqual(['used_by_customer'])
  await expectError(complete(cart), 400, 'not_allowed', usedAsOften(code))
  await expectSuccess(shop.delete(`/store/carts/${cart.id}/discounts/${code}`))
  expect(await expectOrder(complete(cart))).toMatchObject({ discount_total: 0, total: 1200 })
})

test('of simultaneous completions by one mailbox, as many get the discount as it allows', async () => {
  const { code } = await createDiscount(2)
  const name = newName()
  const carts = []
  for (const address of [name, `${name}+a`, name.replace('.', ''), `${name}+b`, name])
    carts.push(await shop.given.payableCart({ region, discounts: [code], email: `${address}@gmail.com` }))
  const replies = await Promise.all(carts.map(complete))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400])
  for (const { body } of replies.filter(({ status }) => status === 400))
    expect(body).toMatchObject({ type: 'not_allowed', message: usedAsOften(code) })
  await shop.given.order({ region, discounts: [code] })
})

test('a canceled order gives its use back at once', async () => {
  const { code } = await createDiscount()
  const email = `${newName()}@shop.example`
  const order = await shop.given.order({ region, discounts: [code], email })
  const cart = await shop.given.payableCart({ region, email })
  await expectError(apply(cart, code), 400, 'not_allowed', usedAsOften(code))
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  await expectSuccess(apply(cart, code))
})

test('dynamic codes of a discount count together', async () => {
  const parent = await createDiscount(1, { is_dynamic: true })
  const addCode = async (code: string) => {
    await expectSuccess(shop.admin.post(`/admin/discounts/${parent.id}/dynamic-codes`, { code, usage_limit: 5 }))
    return code
  }
  const [first, second] = [await addCode(`${parent.code}-1`), await addCode(`${parent.code}-2`)]
  const email = `${newName()}@shop.example`
  await shop.given.order({ region, discounts: [first], email })
  const cart = await shop.given.payableCart({ region, email })
  await expectError(apply(cart, second), 400, 'not_allowed', usedAsOften(second))
})

test('a draft order is marked as paid only if its customer can still use the discount', async () => {
  const { code } = await createDiscount()
  const terms = { region, email: `${newName()}@shop.example`, discounts: [{ code }] }
  const pay = ({ id }: Identified) => shop.admin.post(`/admin/draft-orders/${id}/pay`)
  const drafts = [await shop.given.draftOrder(terms), await shop.given.draftOrder(terms)] as const
  await expectSuccess(pay(drafts[0]))
  await expectError(pay(drafts[1]), 400, 'not_allowed', usedAsOften(code))
})

test('the limit is a member of the rule only while it is set', async () => {
  const discount = await createDiscount()
  expect(discount.rule).toMatchObject({ limit_per_customer: 1 })
  const path = `/admin/discounts/${discount.id}`
  const rule = { id: discount.rule_id, limit_per_customer: null }
  const changed = (await expectSuccess(shop.admin.post(path, { rule }))).discount
  expect(changed.rule).not.toHaveProperty('limit_per_customer')
  const cart = await shop.given.payableCart({ region, discounts: [changed.code] })
  expect(cart.discounts[0]?.rule).not.toHaveProperty('limit_per_customer')
  for (const limit_per_customer of [0, -1, 1.5, 3_000_000_000])
    expect((await shop.admin.post(path, { rule: { ...rule, limit_per_customer } })).status).toBe(400)
})

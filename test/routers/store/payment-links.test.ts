import { describe, expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import { useOrderShop } from '#test/support/order-shop.ts'

const { shop, region, option, rows } = await useOrderShop()
const { admin } = shop

const LINK_INVALID = 'This payment link is not valid any longer. Ask the shop for a new one.'

async function draftOrder(items: object[] = [{ title: 'Repair', unit_price: 700, quantity: 2 }]) {
  const { draft_order } = await expectSuccess(
    admin.post('/admin/draft-orders', {
      ...{ email: 'buyer@example.com', region_id: region.id, items },
      shipping_methods: [{ option_id: option.id }],
      shipping_address: addressIn(region),
    }),
  )
  return draft_order
}

const linkOf = async (id: string, body: object = {}) =>
  (await expectSuccess(admin.post(`/admin/draft-orders/${id}/payment-link`, body))).payment_link
const open = (token: string) => shop.get(`/store/payment-links/${token}`)
const choose = (token: string, provider_id = 'manual') =>
  shop.post(`/store/payment-links/${token}/payment-session`, { provider_id })
const pay = (token: string, total: number) => shop.post(`/store/payment-links/${token}/complete`, { total })

describe('a payment link', () => {
  test('shows the draft order, and its payment completes the draft exactly once', async () => {
    const { id, display_id } = await draftOrder()
    const { token } = await linkOf(id)
    const { payment_link } = await expectSuccess(open(token))
    const shown = { type: 'draft_order', display_id, status: 'open', order_id: null, payment_providers: ['manual'] }
    expect(payment_link).toMatchObject(shown)
    const { amount_due: total } = payment_link
    expect(total).toBe(payment_link.cart.total)
    expect((await pay(token, total)).status).toBe(400)
    const note = { resource_id: id, resource_type: 'draft_order', value: 'Call first' }
    await expectSuccess(admin.post('/admin/notes', note))
    await expectSuccess(choose(token))
    const answers = await Promise.all([pay(token, total), pay(token, total), pay(token, total)])
    const ids = answers.map(({ status, body }) => [status, body.payment_link.status, body.payment_link.order_id])
    expect(new Set(ids.map(String)).size).toBe(1)
    expect(ids[0]).toEqual([200, 'paid', expect.stringMatching(/^order_/)])
    const paid = await expectSuccess(admin.get(`/admin/draft-orders/${id}`))
    expect(paid.draft_order).toMatchObject({ status: 'completed', order_id: ids[0]?.[2] })
    expect(await rows('select id from "order" where draft_order_id = ?', [id])).toHaveLength(1)
    const { notes } = await expectSuccess(admin.get(`/admin/notes?resource_id=${ids[0]?.[2]}`))
    expect(notes).toMatchObject([{ resource_type: 'order', value: 'Call first' }])
    expect((await expectSuccess(open(token))).payment_link).toMatchObject({ status: 'paid', order_id: ids[0]?.[2] })
    expect((await choose(token)).status).toBe(400)
    expect((await admin.post(`/admin/draft-orders/${id}/pay`, {})).status).toBe(400)
  })

  test('has the page of the template of the store, if the template has the token', async () => {
    const { id } = await draftOrder()
    const urlBy = async (payment_link_template: string | null) => {
      await expectSuccess(admin.post('/admin/store', { payment_link_template }))
      const { token, url } = await linkOf(id)
      return url?.replaceAll(token, 'TOKEN')
    }
    expect(await urlBy('https://other.example/{token}/pay#{token}')).toBe('https://other.example/TOKEN/pay#TOKEN')
    expect(await urlBy('https://other.example/pay?cart={cart_id}')).toBeUndefined()
    expect(await urlBy(null)).toBeUndefined()
  })

  test('an administrator and the customer pay at the same time, and one order is placed', async () => {
    const { id } = await draftOrder()
    const { token } = await linkOf(id)
    const { amount_due: total } = (await expectSuccess(choose(token))).payment_link
    await Promise.all([pay(token, total), admin.post(`/admin/draft-orders/${id}/pay`, {})])
    expect(await rows('select id from "order" where draft_order_id = ?', [id])).toHaveLength(1)
  })

  test('a changed draft order is not paid at the total that the customer saw', async () => {
    const draft = await draftOrder()
    const { token } = await linkOf(draft.id)
    const { cart } = (await expectSuccess(choose(token))).payment_link
    const line = cart.items?.[0]?.id
    await expectSuccess(admin.post(`/admin/draft-orders/${draft.id}/line-items/${line}`, { quantity: 3 }))
    await expectError(pay(token, cart.total), 400, 'not_allowed', 'The total has changed. Read the payment link again.')
    const { cart: changed } = (await expectSuccess(choose(token))).payment_link
    expect(changed.total).toBeGreaterThan(cart.total)
    expect((await expectSuccess(pay(token, changed.total))).payment_link.cart).toMatchObject({ total: changed.total })
  })

  test('sold-out goods are refused, and nothing changes', async () => {
    const variant = await shop.given.variant({ stock: 2 })
    const { id } = await draftOrder([{ variant_id: variant.id, quantity: 2 }])
    await shop.given.stock(variant, 1)
    const { token } = await linkOf(id)
    const { amount_due: total } = (await expectSuccess(choose(token))).payment_link
    expect((await pay(token, total)).body).toMatchObject({ code: 'insufficient_inventory' })
    expect((await expectSuccess(open(token))).payment_link.status).toBe('open')
  })

  test('a revoked link, a link of a deleted draft and a forged link are refused', async () => {
    const { id } = await draftOrder()
    const { token } = await linkOf(id)
    await expectSuccess(admin.delete(`/admin/draft-orders/${id}/payment-link`))
    await expectError(open(token), 404, 'not_found', LINK_INVALID)
    const second = await linkOf(id)
    await expectError(open(token), 404, 'not_found', LINK_INVALID)
    await expectSuccess(open(second.token))
    await expectError(open(`${second.token}x`), 404, 'not_found', LINK_INVALID)
    expect((await choose('x')).status).toBe(404)
    expect((await pay('x', 1)).status).toBe(404)
    await expectSuccess(admin.delete(`/admin/draft-orders/${id}`))
    await expectError(open(second.token), 404, 'not_found', LINK_INVALID)
  })

  test('the cart of a draft order stays closed for the other routes of the store', async () => {
    const { id, cart } = await draftOrder()
    await linkOf(id)
    expect((await shop.get(`/store/carts/${cart.id}`)).status).toBe(404)
    expect((await shop.post(`/store/carts/${cart.id}/complete`)).status).toBe(404)
  })

  test.each([
    { expires_in_days: 0 },
    { expires_in_days: 91 },
    { expires_in_days: 1.5 },
    { send: 'yes' },
    { locale: 'not a language' },
  ])('the input %j is refused', async (body) => {
    const { id } = await draftOrder()
    expect((await admin.post(`/admin/draft-orders/${id}/payment-link`, body)).status).toBe(400)
  })

  test('a role needs the right, and the administration shows the end of the link without its key', async () => {
    const { id } = await draftOrder()
    const { caller, role } = await addUserWithScopes(shop, 'read:draftOrders.*')
    await expectError(
      caller.post(`/admin/draft-orders/${id}/payment-link`, {}),
      ...notInRole(role.name, 'draftOrders.createPaymentLink'),
    )
    const { expires_at } = await linkOf(id, { expires_in_days: 3, send: true })
    const { text, body } = await admin.get(`/admin/draft-orders/${id}`)
    expect(body.draft_order.payment_link_expires_at).toBe(String(expires_at))
    expect(text).not.toContain('payment_link_key')
    const [event] = await rows("select payload from event where name = 'draft_order.payment_link_created'")
    expect(event).toMatchObject({ payload: { id, email: 'buyer@example.com' } })
  })
})

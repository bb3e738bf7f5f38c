import { describe, expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified } from '#test/support/resources.ts'

const { shop, region, option, orders, placeOrder } = await useOrderShop()
const { admin, given } = shop

const list = async () => (await expectSuccess(admin.get('/admin/carriers'))).carriers
const create = (name: string, tracking_url = 'https://carrier.example/track/{number}') =>
  admin.post('/admin/carriers', { name, tracking_url })

async function packedOrder() {
  const order = await placeOrder()
  const [{ id: item_id }] = order.items
  const { fulfillments } = await orders.act(order, 'fulfillment', { items: [{ item_id, quantity: 1 }] })
  return { order, fulfillment_id: fulfillments[0]!.id }
}

const ship = ({ id }: Identified, body: object) => admin.post(`/admin/orders/${id}/shipment`, body)
const linksOf = async ({ id }: Identified) =>
  (await expectSuccess(admin.get(`/admin/orders/${id}`))).order.fulfillments.flatMap(({ tracking_links }) =>
    tracking_links.map(({ tracking_number, url, carrier }) => ({ tracking_number, url, carrier })),
  )

describe('the carriers of a shop', () => {
  test('an own carrier is created, renamed and deleted, and replaces a well-known one', async () => {
    expect(await list()).toContainEqual({
      id: null,
      name: 'UPS',
      tracking_url: 'https://www.ups.com/track?tracknum={number}',
    })
    const { carrier } = await expectSuccess(create('ups'))
    expect((await list()).filter(({ name }) => name.toLowerCase() === 'ups')).toEqual([
      { id: carrier.id, name: 'ups', tracking_url: 'https://carrier.example/track/{number}' },
    ])
    expect((await create('UPS')).status).toBe(422)
    await expectSuccess(admin.post(`/admin/carriers/${carrier.id}`, { name: 'Bike' }))
    expect((await list()).map(({ name }) => name)).toEqual(expect.arrayContaining(['Bike', 'UPS']))
    await expectSuccess(admin.delete(`/admin/carriers/${carrier.id}`))
    expect((await list()).map(({ name }) => name)).not.toContain('Bike')
    expect((await admin.post(`/admin/carriers/${carrier.id}`, { name: 'Bike' })).status).toBe(404)
  })

  test.each([
    'http://carrier.example/{number}',
    'javascript:alert({number})//https://a.example/{number}',
    'https://{number}.example/track',
    'https://carrier.example@{number}/track',
    'https://user:secret@carrier.example/{number}',
    'https://carrier.example/track',
    'carrier.example/{number}',
  ])('the tracking address %s is refused', async (tracking_url) => {
    await expectError(
      create('Wrong', tracking_url),
      400,
      'invalid_data',
      'The tracking address must look like https://carrier.example/track/{number}',
    )
  })

  test('a role needs the right to change carriers', async () => {
    const { caller, role } = await addUserWithScopes(shop, 'read:carriers.*')
    await expectSuccess(caller.get('/admin/carriers'))
    await expectError(
      caller.post('/admin/carriers', { name: 'Bike', tracking_url: 'https://bike.example/{number}' }),
      ...notInRole(role.name, 'carriers.create'),
    )
  })
})

describe('tracking numbers', () => {
  test('a shipment has the links of its carrier, and they stay after the carrier has changed', async () => {
    const { carrier } = await expectSuccess(create('Bike', 'https://bike.example/?number={number}'))
    const { order, fulfillment_id } = await packedOrder()
    await expectSuccess(ship(order, { fulfillment_id, tracking_numbers: ['A 1', '"><script>&x=1'], carrier: 'bike' }))
    await expectSuccess(admin.delete(`/admin/carriers/${carrier.id}`))
    expect(await linksOf(order)).toEqual([
      { tracking_number: 'A 1', url: 'https://bike.example/?number=A%201', carrier: 'Bike' },
      {
        tracking_number: '"><script>&x=1',
        url: 'https://bike.example/?number=%22%3E%3Cscript%3E%26x%3D1',
        carrier: 'Bike',
      },
    ])
  })

  test('a shipment without a carrier has no link, and an unknown carrier ships nothing', async () => {
    const { order, fulfillment_id } = await packedOrder()
    const unknown = ship(order, { fulfillment_id, tracking_numbers: ['1'], carrier: 'Pigeon' })
    await expectError(
      unknown,
      400,
      'invalid_data',
      'The carrier Pigeon is not known. Add it in the settings of the shop.',
    )
    expect(await linksOf(order)).toEqual([])
    await expectSuccess(ship(order, { fulfillment_id, tracking_numbers: ['1'] }))
    expect(await linksOf(order)).toEqual([{ tracking_number: '1', url: null, carrier: null }])
  })

  test('a correction replaces the numbers, also at the same time', async () => {
    const { order, fulfillment_id } = await packedOrder()
    await expectSuccess(ship(order, { fulfillment_id, tracking_numbers: ['wrong'] }))
    const correct = (tracking_numbers: string[]) =>
      admin.post(`/admin/orders/${order.id}/fulfillments/${fulfillment_id}/tracking`, {
        tracking_numbers,
        carrier: 'DHL',
      })
    await Promise.all([expectSuccess(correct(['right'])), expectSuccess(correct(['right']))])
    expect(await linksOf(order)).toMatchObject([{ tracking_number: 'right', carrier: 'DHL' }])
    await expectSuccess(correct([]))
    expect(await linksOf(order)).toEqual([])
    const other = await placeOrder()
    const ofOther = admin.post(`/admin/orders/${other.id}/fulfillments/${fulfillment_id}/tracking`, {
      tracking_numbers: [],
    })
    expect((await ofOther).status).toBe(404)
    const canceled = await packedOrder()
    const at = `/admin/orders/${canceled.order.id}/fulfillments/${canceled.fulfillment_id}` as const
    await expectSuccess(admin.post(`${at}/cancel`))
    expect((await admin.post(`${at}/tracking`, { tracking_numbers: ['1'] })).status).toBe(400)
  })

  test('a fulfillment of a claim is corrected at its order', async () => {
    const { order, claim } = await given.claim('replace', { region, option })
    if (!claim) throw new Error('The order has no claim')
    const at = `/admin/orders/${order.id}/claims/${claim.id}` as const
    await expectSuccess(admin.post(at, { shipping_methods: [{ option_id: option.id, price: 0 }] }))
    const packed = (await expectSuccess(admin.post(`${at}/fulfillments`, {}))).order
    const fulfillment_id = packed.claims[0]?.fulfillments[0]?.id
    const body = { tracking_numbers: ['7'], carrier: 'Swiss Post' }
    await expectSuccess(admin.post(`${at}/shipments`, { fulfillment_id, ...body }))
    const { order: corrected } = await expectSuccess(
      admin.post(`/admin/orders/${order.id}/fulfillments/${fulfillment_id}/tracking`, {
        ...body,
        tracking_numbers: ['8'],
      }),
    )
    expect(corrected.claims[0]?.fulfillments[0]?.tracking_links).toMatchObject([
      {
        tracking_number: '8',
        carrier: 'Swiss Post',
        url: 'https://www.post.ch/swisspost-tracking?formattedParcelCodes=8',
      },
    ])
  })
})

import { expect, test } from 'vitest'
import { countStatementsByLines } from '#test/support/count-statements-by-lines.ts'
import { expectSuccess } from '#test/support/factories.ts'

test('no operation on a claim sends more statements for many items', async () => {
  const facts = { reason: 'other', tags: ['a', 'b'], images: ['https://example.com/a.png'] }
  const { one, eleven } = await countStatementsByLines(async (sample) => {
    const { shop, path, items, variants, fulfillment, option, returnOption } = sample
    await expectSuccess(shop.admin.post(`${path}/shipment`, { fulfillment_id: fulfillment.id }))
    const send = async (where: string, body?: object) =>
      (await sample.send(`${path}/claims${where}`, body)).order.claims[0]
    const { id, claim_items } = await send('', {
      type: 'replace',
      claim_items: items.map((item) => ({ ...item, ...facts })),
      additional_items: variants.map((variant) => ({ variant_id: variant.id, quantity: 1 })),
      shipping_methods: [{ option_id: option.id }],
      return_shipping: { option_id: returnOption.id },
    })
    const changes = claim_items.map((item) => ({ id: item.id, note: 'x', tags: [{ value: 'c' }], images: [] }))
    await send(`/${id}`, { claim_items: changes, shipping_methods: [{ option_id: option.id }] })
    const [first] = (await send(`/${id}/fulfillments`)).fulfillments
    await send(`/${id}/fulfillments/${first.id}/cancel`)
    const [, again] = (await send(`/${id}/fulfillments`)).fulfillments
    await send(`/${id}/shipments`, { fulfillment_id: again.id, tracking_numbers: ['A', 'B'] })
  })
  expect(eleven).toEqual(one)
  expect(one[0]).toBeLessThanOrEqual(36)
})

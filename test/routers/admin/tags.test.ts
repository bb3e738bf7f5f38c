import { describe, expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { readCsv } from '#test/support/csv.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import { readFileText, runJob } from '#test/support/jobs.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified } from '#test/support/resources.ts'

const { shop, region, option, placeOrder, rows } = await useOrderShop()
const { admin } = shop

const change = (body: object, kind: 'orders' | 'draft-orders' | 'customers' = 'orders') =>
  admin.post(`/admin/${kind}/tags`, body)
const tagsOf = async ({ id }: Identified) => (await expectSuccess(admin.get(`/admin/orders/${id}`))).order.tags
const idsWith = async (query: string) =>
  (await expectSuccess(admin.get(`/admin/orders?${query}`))).orders.map(({ id }) => id).sort()
const namesOf = async (resource: string, q = '') =>
  (await expectSuccess(admin.get(`/admin/tags?resource=${resource}&q=${encodeURIComponent(q)}`))).tags

const draft = async (email: string) =>
  (
    await expectSuccess(
      admin.post('/admin/draft-orders', {
        email,
        region_id: region.id,
        items: [{ title: 'By hand', unit_price: 700, quantity: 1 }],
        shipping_methods: [{ option_id: option.id }],
        shipping_address: addressIn(region),
      }),
    )
  ).draft_order

describe('tags of orders', () => {
  test('several orders get tags in one request, with one spelling and in the order of the names', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    expect(await tagsOf(first)).toBeUndefined()
    const ids = [first.id, second.id]
    const answer = await expectSuccess(change({ ids, add: ['  Gift   Wrap ', 'VIP', 'vip', 'Großkunde'] }))
    const tags = ['gift wrap', 'großkunde', 'vip']
    expect(answer.rows).toEqual([...ids].sort().map((id) => ({ id, tags })))
    await expectSuccess(change({ ids: [first.id], remove: ['ViP'], add: ['2nd'] }))
    expect(await tagsOf(first)).toEqual(['2nd', 'gift wrap', 'großkunde'])
    expect(await tagsOf(second)).toEqual(tags)
    await expectSuccess(change({ ids, remove: ['2nd', 'gift wrap', 'großkunde', 'vip'] }))
    expect(await tagsOf(first)).toBeUndefined()
    expect(await namesOf('order')).toEqual([])
  })

  test('orders are filtered and found by their tags, and the tags in use are listed', async () => {
    const [one, both, none] = [await placeOrder(), await placeOrder(), await placeOrder()]
    await expectSuccess(change({ ids: [one.id, both.id], add: ['fragile goods'] }))
    await expectSuccess(change({ ids: [both.id], add: ['100%'] }))
    const tagged = [one.id, both.id].sort()
    expect(await idsWith('tags[]=Fragile%20Goods')).toEqual(tagged)
    expect(await idsWith('tags[]=100%25')).toEqual([both.id])
    expect(await idsWith('tags[]=fragile%20goods&tags[]=unknown')).toEqual(tagged)
    expect(await idsWith('tags[]=unknown')).toEqual([])
    expect(await idsWith('tags[exists]=true')).toEqual(expect.arrayContaining(tagged))
    expect(await idsWith('tags[exists]=true')).not.toContain(none.id)
    expect(await idsWith('tags[exists]=false')).toContain(none.id)
    expect(await idsWith('q=FRAGILE')).toEqual(tagged)
    expect(await idsWith('q=fragile%20goods')).toEqual(tagged)
    expect(await idsWith('q=%25')).not.toContain(none.id)
    expect(await namesOf('order')).toEqual(['100%', 'fragile goods'])
    expect(await namesOf('order', 'FRAG')).toEqual(['fragile goods'])
    expect(await namesOf('customer')).toEqual([])
  })

  test.each([
    { add: ['a,b'] },
    { add: ['a\nb'] },
    { add: ['   '] },
    { add: ['x'.repeat(41)] },
    { add: Array.from({ length: 51 }, (_, i) => `t${i}`) },
    {},
    { ids: [], add: ['a'] },
    { add: 'a' },
    { add: [null] },
    { add: ['a'], tags: [] },
  ])('the change %j is refused', async (body) => {
    const order = await placeOrder()
    expect((await change({ ids: [order.id], ...body })).status).toBe(400)
    expect(await tagsOf(order)).toBeUndefined()
  })

  test('an unknown order and too many tags change no order', async () => {
    const order = await placeOrder()
    const unknown = await change({ ids: [order.id, 'order_none'], add: ['a'] })
    expect(unknown.status).toBe(404)
    expect(await tagsOf(order)).toBeUndefined()
    const many = Array.from({ length: 50 }, (_, i) => `t${i}`)
    await expectSuccess(change({ ids: [order.id], add: many }))
    await expectError(
      change({ ids: [order.id], add: ['more'] }),
      400,
      'invalid_data',
      'A row can have 50 tags, but it would have 51. Remove some first.',
    )
    expect(await tagsOf(order)).toHaveLength(50)
    await expectSuccess(change({ ids: [order.id], remove: many }))
  })

  test('concurrent changes of one order keep all tags', async () => {
    const order = await placeOrder()
    const names = Array.from({ length: 8 }, (_, i) => `race ${i}`)
    await Promise.all(names.map((name) => expectSuccess(change({ ids: [order.id], add: [name] }))))
    expect(await tagsOf(order)).toEqual(names)
    expect(await rows("select name from tag where name like 'race %'")).toHaveLength(8)
  })

  test('the audit log has the tags before and after, and a role needs the right', async () => {
    const order = await placeOrder()
    await expectSuccess(change({ ids: [order.id], add: ['audited'] }))
    const { text } = await admin.get('/admin/audit-log?procedure=admin.orders.changeTags&limit=1')
    expect(text).toContain('audited')
    const { caller, role } = await addUserWithScopes(shop, 'read:orders.*')
    const refused = caller.post('/admin/orders/tags', { ids: [order.id], add: ['x'] })
    await expectError(refused, ...notInRole(role.name, 'orders.changeTags'))
  })

  test('the store never shows tags', async () => {
    const order = await placeOrder()
    await expectSuccess(change({ ids: [order.id], add: ['problem customer'] }))
    for (const path of [`/store/orders/${order.id}`, `/store/orders/${order.id}?fields=id,tags`]) {
      const reply = await shop.get(path)
      expect(JSON.stringify(reply.body)).not.toContain('problem customer')
    }
  })
})

describe('tags of draft orders and customers', () => {
  test('a paid draft order passes its tags and notes to the order', async () => {
    const { id } = await draft('tagged@example.com')
    await expectSuccess(change({ ids: [id], add: ['Phone'] }, 'draft-orders'))
    expect((await expectSuccess(admin.get(`/admin/draft-orders/${id}`))).draft_order.tags).toEqual(['phone'])
    for (const query of ['tags[]=phone', 'q=phon', 'q=tagged@example.com'])
      expect((await expectSuccess(admin.get(`/admin/draft-orders?${query}`))).draft_orders).toMatchObject([{ id }])
    await expectSuccess(admin.post('/admin/notes', { resource_id: id, resource_type: 'draft_order', value: 'Call' }))
    const { order } = await expectSuccess(admin.post(`/admin/draft-orders/${id}/pay`, {}))
    const { notes } = await expectSuccess(admin.get(`/admin/notes?resource_id=${order.id}`))
    expect(notes).toMatchObject([{ resource_type: 'order', value: 'Call' }])
    expect(order.tags).toEqual(['phone'])
  })

  test('customers have tags that only administrators see', async () => {
    const { body } = await admin.post('/admin/customers', {
      email: 'c@example.com',
      first_name: 'C',
      last_name: 'D',
      password: 'secret-word',
    })
    const { customer } = body
    await expectSuccess(change({ ids: [customer.id], add: ['Wholesale'] }, 'customers'))
    for (const query of ['tags[]=wholesale', 'q=wholesale'])
      expect((await expectSuccess(admin.get(`/admin/customers?${query}`))).customers).toMatchObject([
        { id: customer.id, tags: ['wholesale'] },
      ])
  })
})

test('the export of orders has a column with the tags', async () => {
  const order = await placeOrder()
  await expectSuccess(change({ ids: [order.id], add: ['b', 'a'] }))
  const job = await runJob(shop, 'order-export', { filterable_fields: { tags: ['b'] } })
  const { rows: lines } = await readCsv(await readFileText(shop, job.result.file_key))
  expect(lines).toMatchObject([{ Order_ID: order.id, Tags: 'a, b' }])
})

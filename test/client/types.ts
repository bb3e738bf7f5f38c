import {
  allPages,
  createShopClient,
  type DryRun,
  dryRun,
  type RouterInputs,
  type RouterOutputs,
  shopError,
} from '#client/index.ts'

/* Nothing here runs. `npm run check` compiles it and expects an error at each marked line. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <_Claim extends true>() => {}

export async function typed() {
  const client = createShopClient({ url: 'http://localhost:9000' })

  const page = await client.store.regions.list.query()
  is<Same<typeof page.count, number | null>>()
  is<Same<(typeof page.regions)[number]['created_at'], Date>>()
  is<Same<(typeof page.regions)[number]['tax_rate'], number>>()
  is<Same<(typeof page.regions)[number]['tax_code'], string | null>>()

  const { region } = await client.store.regions.get.query({ id: 'reg_1', expand: 'countries' })
  is<Same<typeof region.name, string>>()
  is<Same<RouterOutputs['store']['regions']['get']['region'], typeof region>>()
  is<Same<RouterInputs['store']['regions']['get']['id'], string>>()

  for await (const item of allPages(client.store.regions.list, { created_at: { gte: new Date() } })) {
    is<Same<typeof item, (typeof page.regions)[number]>>()
  }
  const preview = await dryRun(client.admin.orders.capture, { id: 'order_1' })
  is<Same<typeof preview, DryRun<RouterOutputs['admin']['orders']['capture']>>>()
  // @ts-expect-error a query has no dry run
  dryRun(client.admin.orders.get, { id: 'order_1' })
  // @ts-expect-error a wrong field
  dryRun(client.admin.orders.capture, { colour: 'blue' })

  // @ts-expect-error an unknown filter
  allPages(client.store.regions.list, { colour: 'blue' })
  // @ts-expect-error allPages sets the offset itself
  allPages(client.store.regions.list, { offset: 5 })
  // @ts-expect-error not a list
  allPages(client.store.regions.get, { id: 'reg_1' })

  await client.store.regions.list.query({ limit: 5, created_at: { gte: new Date() } })

  // @ts-expect-error a missing field
  await client.store.regions.get.query({})
  // @ts-expect-error no input
  await client.store.regions.get.query()
  // @ts-expect-error a wrong field
  await client.store.regions.get.query({ id: 'reg_1', name: 'EU' })
  // @ts-expect-error a wrong type
  await client.store.regions.get.query({ id: 1 })
  // @ts-expect-error a number as text, which only URLs need
  await client.store.regions.list.query({ limit: '5' })
  // @ts-expect-error a column that responses do not have
  void region.password_hash
  // @ts-expect-error an unknown resource
  void client.store.nothing
  // @ts-expect-error a query is not a mutation
  await client.store.regions.list.mutate()

  const { cart } = await client.store.carts.create.mutate({
    region_id: 'reg_1',
    items: [{ variant_id: 'v', quantity: 1 }],
  })
  is<Same<typeof cart.id, string>>()
  is<Same<typeof cart.completed_at, Date | null>>()
  await client.store.carts.addLineItem.mutate(
    { id: cart.id, variant_id: 'v', quantity: 1 },
    { context: { idempotencyKey: 'k' } },
  )
  // @ts-expect-error a missing field
  await client.store.carts.addLineItem.mutate({ id: cart.id, variant_id: 'v' })
  // @ts-expect-error a wrong type in a nested object
  await client.store.carts.create.mutate({ items: [{ variant_id: 'v', quantity: '1' }] })
  // @ts-expect-error a wrong field in a nested object
  await client.store.carts.create.mutate({ items: [{ variant_id: 'v', quantity: 1, price: 5 }] })
  // @ts-expect-error a mutation is not a query
  await client.store.carts.create.query({})

  const error = shopError(new Error('x'))
  is<Same<typeof error, { type: string } | undefined> extends true ? false : true>()
  is<Same<NonNullable<typeof error>['httpStatus'], number>>()
}

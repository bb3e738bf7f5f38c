import { expect, test } from 'vitest'
import { definePlugin } from '#server/plugin/plugin.ts'
import { prepareDatabase } from '#server/shop/open-database.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'
import {
  AddRedeemedPoints,
  AddRefundedPoints,
  CreatePoints,
  GivePointsCurrency,
  MovePoints,
} from '../../plugins/loyalty/create-points.ts'

const EARLIER = [CreatePoints, AddRedeemedPoints, AddRefundedPoints]

test('the points of an earlier version of the loyalty plugin become a balance', async () => {
  await using shop = await openTestShop({ plugins: [definePlugin({ name: 'loyalty', migrations: EARLIER })] })
  const customer = await shop.given.customer()
  const region = await shop.given.region()
  const order = await shop.given.order({ region, by: customer, email: customer.email })
  const em = shop.orm.em.fork()
  await em.execute(
    `insert into points_entry (id, created_at, updated_at, customer_id, order_id, kind, points) values
      ('points_1', now(), now(), ?, null, 'adjusted', 30), ('points_2', now(), now(), ?, ?, 'earned', 24),
      ('points_3', now(), now(), ?, ?, 'refunded', -4)`,
    [customer.id, customer.id, order.id, customer.id, order.id],
  )
  const moving = definePlugin({ name: 'loyalty', migrations: [...EARLIER, MovePoints, GivePointsCurrency] })
  await prepareDatabase(shop.orm, { print: () => {}, parts: readParts([moving], {}) })
  const rows = await em.execute(
    `select a.kind, a.customer_id, a.currency_code, e.amount::int, o.earned_points, o.kept_points
      from balance_account a join balance_entry e on e.account_id = a.id join "order" o on o.customer_id = a.customer_id`,
  )
  const { default_currency_code } = (await expectSuccess(shop.admin.get('/admin/store'))).store
  expect(rows).toEqual([
    {
      ...{ kind: 'points', customer_id: customer.id, currency_code: default_currency_code, amount: 50 },
      ...{ earned_points: 24, kept_points: 20 },
    },
  ])
})

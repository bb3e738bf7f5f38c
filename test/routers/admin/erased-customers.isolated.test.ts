import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { destination } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { openLog } from '#server/operate/log.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { dumpDatabase, dumpFolder } from '#test/support/dump-shop.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { runJob } from '#test/support/jobs.ts'
import { type PlantedPerson, plantCanaries } from '#test/support/plant-canaries.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { localFiles, openTestShop, type TestShop } from '#test/support/shop.ts'
import { email } from '../../../plugins/email/index.ts'
import { engraving } from '../../../plugins/engraving/index.ts'
import { reviews } from '../../../plugins/reviews/index.ts'
import { wishlist } from '../../../plugins/wishlist/index.ts'

const definition = defineShop({ plugins: [email, wishlist, reviews, engraving] })

let shop: TestShop
let data: string
const ending = new AsyncDisposableStack()
beforeAll(async () => {
  data = ending.use(scratchDirectory()).path
  const logger = openLog('debug', destination({ dest: join(data, 'shop.log'), sync: true }))
  shop = ending.use(
    await openTestShop({
      plugins: definition.plugins,
      env: { DATA_DIR: data },
      files: localFiles(join(data, 'files')),
      logger,
    }),
  )
})
afterAll(() => ending.disposeAsync())

const guests = { include_guests: true }

/** In development, the log contains the links of mails. */
const readLog = () =>
  readFileSync(join(data, 'shop.log'), 'utf8')
    .split('\n')
    .filter((line) => !line.includes('Mail written'))
    .join('\n')

const dumpFiles = () => dumpFolder(join(data, 'files')) + dumpFolder(join(data, 'mail'))

async function violations() {
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    return await findViolations(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

const totalsOf = async ({ orders }: PlantedPerson) =>
  Promise.all(
    orders.map(async ({ id }) => {
      const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${id}`))
      const { total, subtotal, tax_total, shipping_total, refunded_total, paid_total, shipping_address } = order
      const { country_code } = shipping_address ?? {}
      return { total, subtotal, tax_total, shipping_total, refunded_total, paid_total, country_code }
    }),
  )

test('an erasure removes all personal data of one customer and changes no amount', async () => {
  const region = await shop.given.region()
  const market = { region, option: await shop.given.shippingOption(region), variant: await shop.given.variant() }
  const ada = await plantCanaries(shop, market, 'canaryada')
  const bob = await plantCanaries(shop, market, 'canarybob')
  for (const { caller, canaries } of [ada, bob]) {
    await expectSuccess(caller.post('/store/wishlist', { variant_id: market.variant.id }))
    await expectSuccess(
      caller.post('/store/reviews', { product_id: market.variant.product_id, rating: 5, text: canaries.text() }),
    )
  }
  await shop.runJobs()
  await runJob(shop, 'order-export', {})
  const before = await dumpDatabase(shop.orm)
  const stored = ada.canaries.foundIn(before)
  expect(stored.length).toBeGreaterThan(300)
  const totals = await totalsOf(ada)

  const document = JSON.stringify(await expectSuccess(shop.admin.post(`/admin/customers/${ada.id}/export`, guests)))
  expect(ada.canaries.foundIn(document)).toEqual(stored)
  expect(bob.canaries.foundIn(document)).toEqual([])
  expect(ada.canaries.foundIn(dumpFiles()).length).toBeGreaterThan(10)

  const erased = await expectSuccess(shop.admin.post(`/admin/customers/${ada.id}/erase`, guests))
  expect(erased).toEqual({ id: ada.id, object: 'customer', erased: true })
  await shop.runJobs()

  expect(ada.canaries.foundIn(await dumpDatabase(shop.orm))).toEqual([])
  expect(ada.canaries.foundIn(dumpFiles())).toEqual([])
  expect(ada.canaries.foundIn(readLog())).toEqual([])
  expect(bob.canaries.foundIn(await dumpDatabase(shop.orm))).toEqual(bob.canaries.foundIn(before))
  expect(await totalsOf(ada)).toEqual(totals)
  expect(await violations()).toEqual([])
  expect((await ada.caller.get('/store/customers/me')).status).toBe(401)
  expect((await shop.admin.post(`/admin/customers/${ada.id}/erase`)).status).toBe(200)
})

import { expect, test } from 'vitest'
import { vocabularyOf } from '#server/testing/hostile/vocabulary.ts'
import { sweepOrigins } from '../suites/hostile/admin-origins.ts'
import { CookieClient } from '../support/cookie-client.ts'
import { populateShop } from '../support/populate-shop.ts'
import { openTestShop } from '../support/shop.ts'

/* A short run of `npm run hostile -- --part origins`. */

const [storeOrigin, adminOrigin] = ['https://store.example', 'https://office.example']

test('no response of the Admin API allows an origin of the storefront', async () => {
  await using shop = await openTestShop({ config: { storeCors: [storeOrigin], adminCors: [adminOrigin] } })
  await populateShop(shop)
  const user = new CookieClient(shop.url)
  await user.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const swept = await sweepOrigins({
    url: shop.url,
    vocabulary: await vocabularyOf(shop.orm),
    cookie: Array.from(user.cookies, ([name, value]) => `${name}=${value}`).join('; '),
    storeOrigin,
    adminOrigin,
    query: (sql) => shop.orm.em.fork().execute(sql),
  })
  expect(swept.procedures).toBeGreaterThan(200)
  expect(swept.findings).toEqual([])
})

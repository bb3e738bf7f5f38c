import { afterAll, expect, test } from 'vitest'
import { openTestShop, shopConfig } from '#test/support/shop.ts'
import { STATES } from '../../plugins/storefront/gallery/states.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage } from './check-page.ts'

const config = { ...shopConfig, production: false }
const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true, config })
afterAll(() => shop[Symbol.asyncDispose]())

test.skipIf(browserPath === undefined).each([
  [390, 'light', 'dir=rtl'],
  [1440, 'dark', 'language=de'],
] as const)('each state of each component is accessible at %i px, %s, %s', async (width, colorScheme, query) => {
  const page = await openPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  await page.goto(`${shop.url}/products/stoneware-mug`)
  await page.locator('.option-value input:enabled').first().check({ force: true })
  await page.locator('.buy .button').click()
  await page.locator('.drawer[open] .line').waitFor()
  const faults: string[] = []
  for (const [name, states] of Object.entries(STATES))
    for (const state of Object.keys(states)) {
      await page.goto(`${shop.url}/dev/components/${name}/${encodeURIComponent(state)}?${query}`)
      await check(page).catch((error: Error) => faults.push(error.message))
    }
  expect(faults).toEqual([])
  await page.context().close()
})

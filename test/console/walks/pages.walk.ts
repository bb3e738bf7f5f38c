import { expect } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import type { TestShop } from '#test/support/shop.ts'
import { cutTexts } from '../cut-texts.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'
import { pagesOfConsole } from '../pages-of-console.ts'
import { FROM_RIGHT_TO_LEFT } from '../right-to-left.ts'

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** A demo shop with rows of every kind and long texts. */
async function fillShop(shop: TestShop): Promise<void> {
  await populateShop(shop)
  await shop.given.draftOrder({ email: 'augusta.ada.byron.of.lovelace@example.com' })
  await changeRows(shop, Order, { id: (await shop.given.order()).id }, { payment_status: 'requires_action' })
  await shop.admin.post('/admin/webhooks', { url: 'https://example.com/hooks', events: ['order.*'] })
  await enableInventory(shop.orm)
}

/** A refused request fails the walk: see `watch-faults.ts`. */
async function visitPages(console: OpenConsole, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await console.visit(path)
    expect(await console.page.evaluate(OVERFLOW), path).toBe(0)
    expect(await cutTexts(console.page), path).toEqual([])
    expect(console.faults(), path).toEqual([])
  }
}

walk('every page loads in English, and no request fails', async () => {
  await using console = await openConsole({ demo: true })
  await fillShop(console.shop)
  await visitPages(console, await pagesOfConsole(console.shop))
})

walk('every page loads in German from right to left on a phone, and no request fails', async () => {
  await using console = await openConsole({
    demo: true,
    browser: { locale: 'de-DE', viewport: { width: 390, height: 844 } },
  })
  await console.page.addInitScript(FROM_RIGHT_TO_LEFT)
  await fillShop(console.shop)
  await visitPages(console, await pagesOfConsole(console.shop))
})

walk('the pages of inventory show that a shop has no inventory, and no request fails', async () => {
  await using console = await openConsole({ browser: { locale: 'de-DE' } })
  const { page } = console
  for (const path of ['/inventory/locations', '/inventory/reservations', '/inventory/items/iitem_1']) {
    await console.visit(path)
    await page.getByText('Dieser Shop hat keine Lagerverwaltung mit Lagerorten').waitFor()
    await console.check()
  }
  await page.getByRole('link', { name: 'Bestand der Varianten zeigen' }).click()
  await page.getByRole('heading', { name: 'Lager', level: 1 }).waitFor()
})

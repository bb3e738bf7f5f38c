import { expect } from 'vitest'
import { cutTexts } from '../cut-texts.ts'
import { fillShop } from '../fill-shop.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'
import { pagesOfConsole } from '../pages-of-console.ts'
import { FROM_RIGHT_TO_LEFT } from '../right-to-left.ts'

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** Opens each page. A refused request fails the walk: see `watch-faults.ts`. */
async function visitPages(console: OpenConsole, look: (path: string) => Promise<void>): Promise<void> {
  await fillShop(console.shop)
  for (const path of await pagesOfConsole(console.shop)) {
    await console.visit(path)
    expect(await console.page.evaluate(OVERFLOW), path).toBe(0)
    expect(console.faults(), path).toEqual([])
    await look(path)
  }
}

walk('every page loads in English, and no request fails', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await visitPages(console, () => page.locator('html[lang=en][dir=ltr]').waitFor())
})

walk('every page loads in German from right to left on a phone, and no request fails', async () => {
  await using console = await openConsole({
    demo: true,
    browser: { locale: 'de-DE', viewport: { width: 390, height: 844 } },
  })
  const { page } = console
  await page.addInitScript(FROM_RIGHT_TO_LEFT)
  await visitPages(console, async (path) => {
    await page.locator('html[lang=de][dir=rtl]').waitFor()
    expect(await cutTexts(page), path).toEqual([])
  })
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

import { expect } from 'vitest'
import { cutTexts } from '../cut-texts.ts'
import { fillShop } from '../fill-shop.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'
import { pagesOfConsole } from '../pages-of-console.ts'

/** The buttons that open a dialog, by the beginning of the path of their page. */
const BUTTONS: Readonly<Record<string, readonly string[]>> = {
  '/customers/groups': ['Neue Gruppe'],
  '/customers/groups/cgrp_': ['Kunden hinzufügen', 'Löschen'],
  '/draft-orders/dorder_': ['Als bezahlt markieren', 'Entwurf löschen'],
  '/price-lists/pl_': ['Preise importieren', 'Produkte hinzufügen'],
  '/products/categories': ['Neue Kategorie'],
  '/products/collections/pcol_': ['Löschen'],
  '/promotions/disc_': ['Einschränkung hinzufügen', 'Löschen'],
  '/settings/api-keys': ['Neuer Schlüssel'],
  '/settings/publishable-keys': ['Neuer Schlüssel'],
  '/settings/regions/reg_': ['Neue Versandart', 'Neue Rücksendung', 'Neuer Steuersatz'],
  '/settings/return-reasons': ['Neuer Rückgabegrund'],
  '/settings/sales-channels': ['Neuer Vertriebskanal'],
  '/settings/shipping-profiles': ['Neues Versandprofil'],
  '/settings/users': ['Benutzer einladen'],
  '/settings/webhooks': ['Neuer Webhook'],
}

/** The entries of the menu of an order with a fulfillment, and of an order without one. */
const FULFILLED_ORDER = ['Retoure anmelden', 'Artikel umtauschen', 'Reklamation anlegen']
const UNFULFILLED_ORDER = ['Bestellung stornieren']

async function expectWholeDialog({ page, settle }: OpenConsole, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await settle()
  expect(await cutTexts(page), `${page.url()} ${name}`).toEqual([])
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function openFromMenu(console: OpenConsole, { id }: { id: string }, names: readonly string[]): Promise<void> {
  const { page } = console
  await console.visit(`/orders/${id}`)
  for (const name of names) {
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expectWholeDialog(console, name)
  }
}

walk('the dialogs of a phone cut no German text', async () => {
  await using console = await openConsole({
    demo: true,
    browser: { locale: 'de-DE', viewport: { width: 390, height: 844 } },
  })
  const { page, shop } = console
  const fulfilled = await shop.given.fulfilledOrder()
  const unfulfilled = await shop.given.order()
  await fillShop(shop)
  const pages = await pagesOfConsole(shop)
  for (const [route, names] of Object.entries(BUTTONS)) {
    await console.visit(pages.find((path) => path.startsWith(route)) ?? route)
    for (const name of names) {
      await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
      await expectWholeDialog(console, name)
    }
  }
  await openFromMenu(console, fulfilled, FULFILLED_ORDER)
  await openFromMenu(console, unfulfilled, UNFULFILLED_ORDER)
  expect(console.faults()).toEqual([])
})

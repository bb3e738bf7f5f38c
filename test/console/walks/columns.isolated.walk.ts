import { Migration } from '@mikro-orm/migrations'
import { definePlugin, field } from 'cartwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openConsole, walk } from '../open-console.ts'

const NAMES = Array.from({ length: 20 }, (_, i) => `extra_${String(i + 1).padStart(2, '0')}`)

class AddColumns extends Migration {
  override up(): void {
    for (const table of ['"order"', 'product'])
      this.addSql(`alter table ${table} ${NAMES.map((name) => `add ${name} text`).join(', ')}`)
  }
}

const fieldsOf = (writableBy: ['admin']) =>
  Object.fromEntries(
    NAMES.map((name, i) => [name, field.text({ writableBy, label: `Extra ${i + 1}`, personal: false })]),
  )

/** Twenty columns of a plugin. */
const crowd = definePlugin({
  name: 'crowd',
  fields: { order: fieldsOf(['admin']), product: fieldsOf(['admin']) },
  migrations: [AddColumns],
})

const pictures = process.env.CONSOLE_SCREENSHOTS

const screenshot = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

const titles = async (page: Page) =>
  (await page.locator('main thead th').allTextContents()).map((title) => title.trim()).filter(Boolean)

const WIDTHS_AND_SHIFTS = `(() => {
  const boxes = (cells) => [...(cells ?? [])].map((cell) => cell.getBoundingClientRect())
  const cells = boxes(document.querySelector('main tbody tr')?.children)
  return boxes(document.querySelectorAll('main thead th'))
    .map(({ left, width }, i) => ({ width, shift: Math.abs(left - (cells[i]?.left ?? 0)) }))
})()`

/** Each head is above the cells of its column, and wide enough. */
const expectReadable = async (page: Page) => {
  const columns = await page.evaluate<{ width: number; shift: number }[]>(WIDTHS_AND_SHIFTS)
  expect(columns.filter(({ width, shift }) => width < 40 || shift > 1)).toEqual([])
}

const scrollPositions = (page: Page) =>
  page.evaluate<number[]>("[...document.querySelectorAll('main thead, main tbody')].map((part) => part.scrollLeft)")

const scroll = (page: Page, part: 'thead' | 'tbody', distance: number) =>
  page.evaluate(`document.querySelector('main ${part}').scrollBy(${distance}, 0)`)

const labelOfFocus = (page: Page) => page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')")

walk('a person chooses columns with the keyboard, and each device of the person has them', async () => {
  await using console = await openConsole({ plugins: [crowd] })
  const { page, shop } = console
  const { id } = await shop.given.order()
  await expectSuccess(shop.admin.post(`/admin/orders/${id}`, { extra_07: 'The seventh', extra_20: 'The last' }))
  await console.visit('/orders')
  expect((await titles(page)).filter((title) => title.startsWith('Extra'))).toEqual(['Extra 1'])

  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Find a column' }).fill('Extra 7')
  await page.getByRole('checkbox', { name: 'Extra 7' }).press('Space')
  await page.getByRole('cell', { name: 'The seventh' }).waitFor()
  await page.getByRole('searchbox', { name: 'Find a column' }).fill('')
  await page.getByRole('checkbox', { name: 'Fulfillment' }).press('Space')
  await expect.poll(() => titles(page)).not.toContain('Fulfillment')
  const forward = page.getByRole('button', { name: 'Move Extra 7 forward' })
  await forward.press('Enter')
  await page.getByText(/^Extra 7 is column \d+ of \d+$/).waitFor()
  await expect.poll(() => labelOfFocus(page)).toBe('Move Extra 7 forward')
  const back = page.getByRole('button', { name: 'Move Extra 7 back' })
  await back.press('Enter')
  await expect.poll(async () => (await titles(page)).at(-1)).toBe('Extra 7')
  await expect.poll(() => labelOfFocus(page)).toBe('Move Extra 7 back')
  expect(await back.getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('checkbox', { name: 'Order', exact: true }).isDisabled()).toBe(true)
  await console.check()
  const chosen = await titles(page)
  await page.keyboard.press('Escape')
  await console.settle()

  const { body } = await shop.admin.get('/admin/auth')
  expect(body.user.metadata).toMatchObject({ console_columns_orders: expect.arrayContaining(['field:extra_07']) })
  await console.visit('/orders')
  await page.getByRole('cell', { name: 'The seventh' }).waitFor()
  expect(await titles(page)).toEqual(chosen)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await titles(page)).includes('Extra 7')).toBe(false)
  const times = page.locator('tbody tr').first().locator('time:visible')
  await expect.poll(() => times.count()).toBe(1)
  await console.visit('/orders?columns=created,customer,total')
  await page.getByRole('columnheader', { name: 'Placed' }).waitFor()
  await expect.poll(() => times.count()).toBe(1)
  await console.visit('/orders')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Show the usual columns' }).click()
  await expect.poll(() => titles(page)).toContain('Fulfillment')
  await console.settle()
  const { metadata } = (await shop.admin.get('/admin/auth')).body.user
  expect(metadata).not.toHaveProperty('console_columns_orders')
})

const windows = [
  { name: 'wide', viewport: { width: 1440, height: 900 }, setting: 'console_columns_orders' },
  { name: 'phone', viewport: { width: 390, height: 844 }, setting: 'console_columns_orders_phone' },
]

for (const { name, viewport, setting } of windows)
  walk(`twenty columns of a plugin scroll next to the name of the row: ${name}`, async () => {
    await using console = await openConsole({
      plugins: [crowd],
      browser: { viewport, colorScheme: 'dark', locale: 'de-DE' },
    })
    const { page, shop } = console
    for (let i = 0; i < 12; i++) {
      const { id } = await shop.given.order()
      await expectSuccess(shop.admin.post(`/admin/orders/${id}`, { extra_20: 'Ein langer Text in der letzten Spalte' }))
    }
    await console.visit('/orders')
    await expectReadable(page)
    await screenshot(page, `columns-usual-${name}`)
    const { user } = (await shop.admin.get('/admin/auth')).body
    const metadata = { [setting]: ['total', 'removed_plugin', ...NAMES.map((field) => `field:${field}`)] }
    await expectSuccess(shop.admin.post(`/admin/users/${user.id}`, { metadata }))
    await console.visit('/orders')
    await expect.poll(async () => (await titles(page)).length).toBe(22)
    await expectReadable(page)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width)
    await screenshot(page, `columns-twenty-${name}`)
    await scroll(page, 'thead', 5000)
    await expect.poll(async () => new Set(await scrollPositions(page)).size).toBe(1)
    expect((await scrollPositions(page))[0]).toBeGreaterThan(300)
    await scroll(page, 'tbody', -100)
    await expect.poll(async () => new Set(await scrollPositions(page)).size).toBe(1)
    await expectReadable(page)
    const number = await page.locator('main tbody tr').first().getByRole('link').boundingBox()
    expect(number?.x).toBeLessThan(viewport.width / 2)
    await page.mouse.wheel(0, 300)
    await screenshot(page, `columns-scrolled-${name}`)
    await page.getByRole('button', { name: 'Spalten' }).click()
    await page.getByRole('searchbox', { name: 'Spalte suchen' }).waitFor()
    await screenshot(page, `columns-chooser-${name}`)
    // The name of the row covers the heads behind it while the table is scrolled.
    await scroll(page, 'thead', -5000)
    await console.check()
  })

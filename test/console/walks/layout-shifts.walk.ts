import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'

/** A good page of Web Vitals has at most 0.1. */
const LIMIT = 0.02

const OBSERVE = `
  globalThis.moved = []
  new PerformanceObserver((list) => moved.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })`

/** The browser does not count shifts within 500 ms of a click. */
const DELAY = 700

/** The sum of the shifts since the last call that no input caused, and their elements. */
const TAKE = `(() => {
  const shifts = moved.splice(0).filter((shift) => !shift.hadRecentInput)
  const elements = shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.outerHTML?.slice(0, 100)))
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), elements }
})()`

async function expectNoShift(page: Page, step: string): Promise<void> {
  const { sum, elements } = await page.evaluate<{ sum: number; elements: string[] }>(TAKE)
  expect.soft(sum, `${step}: ${elements.join('\n')}`).toBeLessThan(LIMIT)
}

walk('nothing moves from a list to a page and back, and the list keeps its place', async () => {
  await using console = await openConsole({ browser: { viewport: { width: 1280, height: 420 } } })
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const { variants } = await shop.given.product({ title: 'Blue mug', status: 'published' })
  for (let order = 0; order < 12; order++) await shop.given.order({ region, option, lines: [[variants[0], 1]] })
  await page.addInitScript(OBSERVE)
  await page.route(/\/admin\b|\/trpc\b/, async (route) => {
    await setTimeout(DELAY)
    await route.continue()
  })
  const main = page.getByRole('navigation', { name: 'Main navigation' })
  const end = async (step: string) => {
    await console.settle()
    await expectNoShift(page, step)
  }

  await console.visit('/orders')
  await end('orders')
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 120)
  await expect.poll(() => page.evaluate('scrollY')).toBe(120)
  await page.getByRole('row').nth(6).getByRole('link').first().click()
  await page.waitForURL(/orders\/order_/)
  await page.getByRole('heading', { level: 1, name: /#/ }).waitFor()
  await end('an order')
  await page.goBack()
  await page.getByRole('row').nth(8).waitFor()
  await expect.poll(() => page.evaluate('scrollY')).toBe(120)
  await end('back to the orders')

  await page.evaluate('scrollTo(0, 0)')
  await page.getByRole('button', { name: 'To fulfill' }).click()
  await end('a view')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').waitFor()
  await end('filters')
  await page.keyboard.press('Escape')
  await main.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('row').nth(1).waitFor()
  await end('products')
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor()
  await end('another tab')
  await console.visit('/settings/store')
  await end('the store')
})

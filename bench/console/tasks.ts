import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Login } from '../shop.ts'
import type { ConsoleReport } from './report.ts'

/** A page of a signed-in administrator with an empty cache. */
export async function openPage(browser: Browser, { url, email, password }: Login) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  await context.request.post('/admin/auth', { data: { email, password } })
  const page = await context.newPage()
  await page.addInitScript(MEASURE)
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() })
}

/** Loads the start page. Returns the milliseconds until it shows the latest orders and the main thread is free. */
export async function loadHome(page: Page): Promise<number> {
  await page.goto('/app/')
  return page.evaluate(`shows('table[aria-label="Latest orders"] a')`)
}

const SCREENS = ['Orders', 'Products', 'Customers', 'Promotions', 'Price lists', 'Activity', 'Settings', 'Home']

/** Milliseconds between two navigations, so that the requests of one do not disturb the next. */
const SETTLE = 300

/** Opens each screen twice, and then times the navigations between them. */
export async function navigate(page: Page, rounds: number): Promise<ConsoleReport['navigation']> {
  const times: ConsoleReport['navigation'] = Object.fromEntries(SCREENS.map((name) => [name, []]))
  for (let round = -2; round < rounds; round++)
    for (const name of SCREENS) {
      const milliseconds = await page.evaluate<number>(`openScreen(${JSON.stringify(name)})`)
      if (round >= 0) times[name]?.push(milliseconds)
      await pause(SETTLE)
    }
  return times
}

/** Scrolls through the orders until this number of rows is loaded. */
export async function scrollOrders(page: Page, rows: number): Promise<ConsoleReport['scroll']> {
  await page.goto('/app/orders')
  await page.evaluate(`shows('tbody tr')`)
  const pages: number[] = []
  while (100 * (pages.length + 1) < rows) pages.push(await page.evaluate<number>('nextPage()'))
  const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize')
  const elements = await page.locator('tbody tr').count()
  return { rows: 100 * (pages.length + 1), elements, pages, megabytes: heap / 1e6 }
}

/** Functions that run in the page. After one frame and one task, the browser has painted a change. */
const MEASURE = `
  const until = (test) => new Promise((resolve) => {
    const look = () => (test() ? resolve() : requestAnimationFrame(look))
    look()
  })
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
  const title = () => document.querySelector('h1')?.textContent
  globalThis.shows = async (selector) => {
    await until(() => document.querySelector(selector))
    return painted()
  }
  globalThis.openScreen = async (name) => {
    const link = [...document.querySelectorAll('nav a')].find((a) => a.textContent.trim() === name)
    const before = title()
    const start = performance.now()
    link.click()
    await until(() => link.getAttribute('aria-current') === 'page' && title() && title() !== before)
    return (await painted()) - start
  }
  globalThis.nextPage = async () => {
    const height = document.documentElement.scrollHeight
    const start = performance.now()
    scrollTo(0, height)
    await until(() => document.documentElement.scrollHeight > height)
    return (await painted()) - start
  }`

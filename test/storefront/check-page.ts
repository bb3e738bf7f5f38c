import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startBrowser } from '../console/browser.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function openPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await startBrowser()).newContext(options)
  return context.newPage()
}

/** A page whose script does not arrive. axe needs JavaScript, so a browser without it cannot be checked. */
export async function openPageWithoutScript(options: BrowserContextOptions): Promise<Page> {
  const page = await openPage(options)
  await page.route('**/storefront.js*', (route) => route.abort())
  return page
}

/** Expects that axe finds nothing, and that nothing is wider than the window. */
export async function check(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })),
    page.url(),
  ).toEqual([])
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(excess, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0)
}

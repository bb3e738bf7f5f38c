import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTestShop, type TestShop, type TestShopOptions } from '#test/support/shop.ts'
import { browserPath, startBrowser } from './browser.ts'
import { watchFaults } from './watch-faults.ts'

export interface OpenConsole extends AsyncDisposable {
  shop: TestShop
  page: Page
  /** Opens a page by its path below `/app`, such as `/customers`. */
  visit(path: string): Promise<void>
  /** Expects that axe finds no violation of WCAG 2.2 AA on the page, and that nothing has failed. */
  check(): Promise<void>
  /** Ignores the faults that contain the text, such as the status of a refused request. */
  expectFault(text: string): void
}

interface OpenConsoleOptions extends TestShopOptions {
  /** Default: true. */
  isSignedIn?: boolean
  /** Colour scheme, language, size of the window. */
  browser?: BrowserContextOptions
}

const WINDOW = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' }
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Mantine puts a `<header>` into a dialog, and popovers outside of the landmarks. These rules are no part of WCAG. */
const RULES_OF_LANDMARKS = ['landmark-no-duplicate-banner', 'landmark-unique', 'region']

/** Opens the console of a new shop in a browser. The disposal fails on an error of the page and on a failed request. */
export async function openConsole({
  isSignedIn = true,
  browser,
  ...options
}: OpenConsoleOptions = {}): Promise<OpenConsole> {
  const ending = new AsyncDisposableStack()
  const shop = ending.use(await openTestShop(options))
  const context = await (await startBrowser()).newContext({ ...WINDOW, reducedMotion: 'reduce', ...browser })
  ending.defer(() => context.close())
  context.setDefaultTimeout(30_000)
  if (isSignedIn)
    await context.request.post(`${shop.url}/admin/auth`, {
      data: { email: 'admin@example.com', password: 'correct horse' },
    })
  const page = await context.newPage()
  const faults = watchFaults(page)
  return {
    shop,
    page,
    async visit(path) {
      await page.goto(`${shop.url}/app${path}`)
      await page.locator('h1').waitFor()
      await page.waitForLoadState('networkidle')
    },
    async check() {
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).disableRules(RULES_OF_LANDMARKS).analyze()
      expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
      expect(faults.found()).toEqual([])
    },
    expectFault: faults.ignore,
    async [Symbol.asyncDispose]() {
      await ending.disposeAsync()
      expect(faults.found()).toEqual([])
    },
  }
}

/** A test in a browser. Vitest skips the test if this machine has no browser. */
export function walk(name: string, body: () => Promise<void>): void {
  test.skipIf(browserPath === undefined)(name, { timeout: 240_000 }, body)
}

if (browserPath === undefined)
  console.warn('No browser was found, so the console is not tested. Install Chromium or set CONSOLE_BROWSER.')

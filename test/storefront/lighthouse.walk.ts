import { createServer } from 'node:net'
import lighthouse, { type Result } from 'lighthouse'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { browserPath, launchBrowser } from '../console/browser.ts'

/* Lighthouse on this machine, without the internet: a phone with a slow connection, as it simulates it. */

if (browserPath === undefined)
  console.warn('Lighthouse did not run: no Chromium was found. Set CONSOLE_BROWSER to its path.')

const LEAST = 0.98
/** Milliseconds, over the simulated slow connection. */
const MAX_PAINT = 1800
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

async function givenPictures(): Promise<void> {
  const { products } = await expectSuccess(shop.admin.get('/admin/products?limit=100&fields=id'))
  for (const [i, { id }] of products.entries()) {
    const background = { r: (i * 37) % 256, g: (i * 91) % 256, b: 120 }
    const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const
    const bytes = await sharp({ create: { width: 1200, height: 1200, channels: 3, background, noise } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'picture.jpg')
    const headers = { authorization: `Bearer ${shop.token}` }
    const answer = await fetch(`${shop.url}/admin/uploads`, { method: 'POST', headers, body: form })
    const { uploads } = (await answer.json()) as { uploads: { url: string }[] }
    await expectSuccess(shop.admin.post(`/admin/products/${id}`, { thumbnail: uploads[0]?.url }))
  }
  await shop.runJobs()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })
}

/** The cart is not for search engines, so its page has `noindex` and no description. */
const OF_INDEXED_PAGES = ['is-crawlable', 'meta-description']

const PAGES: readonly { path: string; skipAudits: string[] }[] = [
  { path: '/', skipAudits: [] },
  { path: '/products', skipAudits: [] },
  { path: '/products/washed-linen-shirt', skipAudits: [] },
  { path: '/cart', skipAudits: OF_INDEXED_PAGES },
]

interface Measured {
  port: number
  skipAudits: string[]
}

/** A phone with the simulated connection of Lighthouse. The CPU is that of the machine, because a busy machine is slow enough. */
async function measure(url: string, { port, skipAudits }: Measured): Promise<Result> {
  const result = await lighthouse(url, {
    ...{ port, skipAudits, logLevel: 'error', onlyCategories: [...CATEGORIES] },
    throttling: { cpuSlowdownMultiplier: 1 },
  })
  if (!result) throw new Error(`Lighthouse did not measure ${url}`)
  return result.lhr
}

/** The audits below the full score. */
const faultsOf = ({ audits }: Result): string[] =>
  Object.values(audits).flatMap(({ id, score, displayValue = '' }) =>
    score !== null && score < 0.9 ? [`${id}: ${displayValue}`] : [],
  )

test.skipIf(browserPath === undefined)('Lighthouse gives each page at least 98 of 100', async () => {
  await givenPictures()
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    for (const { path, skipAudits } of PAGES) {
      const result = await measure(shop.url + path, { port, skipAudits })
      const scores = CATEGORIES.map((name) => [name, result.categories[name]?.score ?? 0] as const)
      const { numericValue: paint = Number.POSITIVE_INFINITY } = result.audits['largest-contentful-paint'] ?? {}
      console.info(`${path}: largest paint after ${Math.round(paint)} ms of ${MAX_PAINT}`)
      const low = scores.filter(([, score]) => score < LEAST)
      expect(low, `${path}\n${faultsOf(result).join('\n')}`).toEqual([])
      expect(result.audits['cumulative-layout-shift']?.numericValue, path).toBe(0)
      expect(paint, path).toBeLessThan(MAX_PAINT)
    }
  } finally {
    await browser.close()
  }
})

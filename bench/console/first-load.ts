import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Login } from '../shop.ts'

interface Connection {
  /** Milliseconds of a round trip. */
  latency: number
  /** Bytes per second, or -1 without a limit. */
  download: number
  upload: number
  /** The CPU is this many times slower. */
  slowdown: number
}

/** `slow` is the preset "Slow 4G" of the developer tools of Chrome, with a quarter of the CPU. */
export const CONNECTIONS = {
  fast: { latency: 0, download: -1, upload: -1, slowdown: 1 },
  slow: { latency: 150, download: 1.6e6 / 8, upload: 750e3 / 8, slowdown: 4 },
} as const satisfies Record<string, Connection>

export interface FirstLoad {
  requests: number
  /** Transferred, with headers. */
  kilobytes: number
  /** Milliseconds until the page shows the title and the main thread has finished its last long task. */
  interactive: number
  /** The cumulative layout shift, from 0 on. */
  shift: number
  /** The responses with their kilobytes, the largest first. */
  responses: { path: string; kilobytes: number }[]
}

interface LoadOptions {
  browser: Browser
  login: Login
  /** A path below `/app`. */
  path: string
  connection: Connection
}

/** Milliseconds without a request, after which a page is loaded. */
const QUIET = 1000

/** Loads a page of a signed-in administrator with an empty cache, and moves no pointer. */
export async function loadPage({ browser, login, path, connection }: LoadOptions): Promise<FirstLoad> {
  const { url, email, password } = login
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  try {
    await context.request.post('/admin/auth', { data: { email, password } })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: connection.latency,
      downloadThroughput: connection.download,
      uploadThroughput: connection.upload,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: connection.slowdown })
    const paths = new Map<string, string>()
    const sizes: { path: string; kilobytes: number }[] = []
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, request.url))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      sizes.push({ path: (paths.get(requestId) ?? '').replace(url, ''), kilobytes: encodedDataLength / 1000 }),
    )
    await page.addInitScript(OBSERVE)
    await page.goto(`/app${path}`)
    await page.locator('h1').first().waitFor()
    const shown = await page.evaluate<number>('performance.now()')
    let known: number
    do {
      known = sizes.length
      await pause(QUIET)
    } while (sizes.length > known)
    const lastTask = await page.evaluate<number>('lastTask')
    return {
      requests: sizes.length,
      kilobytes: sizes.reduce((sum, { kilobytes }) => sum + kilobytes, 0),
      interactive: Math.max(shown, lastTask),
      shift: await page.evaluate<number>('shift'),
      responses: sizes.toSorted((one, other) => other.kilobytes - one.kilobytes),
    }
  } finally {
    await context.close()
  }
}

/** The end of the last task of the page above 50 milliseconds, and the sum of the layout shifts. */
const OBSERVE = `
  globalThis.lastTask = 0
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) lastTask = startTime + duration
  }).observe({ type: 'longtask', buffered: true })`

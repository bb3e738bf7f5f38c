import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [
  process.env.CONSOLE_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium on this machine: `CONSOLE_BROWSER`, or one in a usual place. */
export const browserPath = PLACES.find((place) => place !== undefined && existsSync(place))

const OPTIONS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

let browser: Promise<Browser> | undefined

/** Starts one browser for all tests of the process. It ends with the process. */
export function startBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

/** @param more Further arguments of Chromium. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath: browserPath!,
    args: [...OPTIONS, ...(isRoot ? ['--no-sandbox'] : []), ...more],
    timeout: 240_000,
  })
}

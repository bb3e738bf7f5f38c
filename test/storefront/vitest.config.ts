import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The storefront in a browser: `npm run test:storefront`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    globalSetup: 'test/support/global-setup.ts',
    include: ['test/storefront/*.walk.ts'],
    testTimeout: 300_000,
    hookTimeout: 90_000,
    maxWorkers: 1,
  },
})

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** All tests of the console: `npm run test:console`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    globalSetup: 'test/support/global-setup.ts',
    include: ['test/console/**/*.{test,walk}.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    isolate: false,
    maxWorkers: 2,
  },
})

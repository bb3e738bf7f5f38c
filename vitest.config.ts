import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/check-answers.ts',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: '100%',
    // Files share the modules of their worker: loading them for each file would take most of the time.
    isolate: false,
  },
})

import { configDefaults, defineConfig } from 'vitest/config'

/** A process has one set of plugin fields, so each test of plugin fields runs in a separate process. */
const ISOLATED = 'test/**/*.isolated.test.ts'

/** These tests run in a project that `test/packages` creates. */
const PACKAGED = 'test/packages/project/**'

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/check-answers.ts',
    // A test fails if it hangs, not if the machine is slow or busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 300_000 } },
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ISOLATED, PACKAGED],
          // Files share the modules of their worker: loading them for each file would take most of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: [ISOLATED], isolate: true } },
    ],
  },
})

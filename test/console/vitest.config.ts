import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** A process has one set of plugin fields. */
const ISOLATED = 'test/console/**/*.isolated.walk.ts'

/** All tests of the console: `npm run test:console`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'console',
          include: ['test/console/**/*.{test,walk}.ts'],
          exclude: [...configDefaults.exclude, ISOLATED],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'console with plugins', include: [ISOLATED], isolate: true } },
    ],
  },
})

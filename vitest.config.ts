import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A process has one set of plugin fields, so each test of plugin fields runs in a separate process. */
const ISOLATED = 'test/**/*.isolated.test.ts'

/** These tests run in a project that `test/packages` creates. */
const PACKAGED = 'test/packages/project/**'

/** Tests of whole programs: packages, crashes, attacks, tutorials. `npm test` leaves them out. The longest come first. */
const SYSTEM = [
  'test/packages/packed.isolated.test.ts',
  'test/faults/failover.test.ts',
  'test/faults/upgrades.test.ts',
  'test/server/start.test.ts',
  'test/packages/container.test.ts',
  'test/faults.test.ts',
  'test/server/hosting/move-shop.test.ts',
  'test/server/hosting/move-database.test.ts',
  'test/server/database/schemas.test.ts',
  'test/routers/admin/dry-runs-of-all.test.ts',
  'test/docs/code.test.ts',
  'test/plugins/promises.isolated.test.ts',
  'test/plugins/subscriptions-killed.test.ts',
  'test/plugins/stripe.test.ts',
  'test/hostile.test.ts',
  'test/server/process/workers.test.ts',
  'test/race.test.ts',
  'test/server/database/backups.test.ts',
  'test/examples.test.ts',
  'test/clients.test.ts',
  'test/faults/**/*.test.ts',
  'test/hostile/**/*.test.ts',
]

/** The longest files of `npm test`. */
const LONGEST = [
  'test/money.isolated.test.ts',
  'test/plugins/field-promises.isolated.test.ts',
  'test/routers/pipeline/queue-procedure.test.ts',
]

/** System tests and the longest files first, in their order, so that no long file runs alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rankOf = ({ project, moduleId }: TestSpecification) => {
      if (LONGEST.some((path) => moduleId.endsWith(path))) return 0
      if (project.name !== 'system') return SYSTEM.length
      const rank = SYSTEM.findIndex((path) => moduleId.endsWith(path))
      return rank < 0 ? SYSTEM.length - 1 : rank
    }
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/check-answers.ts',
    sequence: { sequencer: LongFirst },
    // A test fails if it hangs, not if the machine is slow or busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 300_000 } },
    // Tests wait for programs and for PostgreSQL during a third of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ISOLATED, PACKAGED, ...SYSTEM],
          // Files share the modules of their worker: loading them for each file would take most of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: [ISOLATED], exclude: [...configDefaults.exclude, ...SYSTEM], isolate: true },
      },
      { extends: true, test: { name: 'system', include: SYSTEM, isolate: true } },
    ],
  },
})

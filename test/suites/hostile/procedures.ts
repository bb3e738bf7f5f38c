import { appRouter } from '#routers/index.ts'
import { type Target, targetsOf } from '#server/testing/hostile/targets.ts'

/** The procedures of the core. */
export const hostileTargets: readonly Target[] = targetsOf(appRouter)

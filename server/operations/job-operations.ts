import { memoize } from '#entities/values/memoize.ts'
import { contextDependenciesOf, type ServiceOptions } from '../http/context-dependencies.ts'
import type { OpenOperations } from '../plugin/operations.ts'
import { openOperations } from './open-operations.ts'

/** For jobs, scripts and tests. `queues` are those of the process. The first call creates the services, so that a process starts fast. */
export function operationsOf(options: ServiceOptions): OpenOperations {
  const dependencies = memoize(() => contextDependenciesOf(options))
  return (guard) => {
    const { services, settings } = dependencies()
    return openOperations({ services, settings, ...guard })
  }
}

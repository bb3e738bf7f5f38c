import { contextDependenciesOf, type ServiceOptions } from '../http/context-dependencies.ts'
import type { OpenOperations } from '../plugin/operations.ts'
import { openOperations } from './open-operations.ts'

/** For jobs, scripts and tests. `queues` are those of the process. */
export function operationsOf(options: ServiceOptions): OpenOperations {
  const { services, settings } = contextDependenciesOf(options)
  return (guard) => openOperations({ services, settings, ...guard })
}

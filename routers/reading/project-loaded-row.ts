import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { computationPlanFor, computeFields } from './computed.ts'
import type { Resource } from './define-resource.ts'
import { project } from './project.ts'
import { parseSelection, type SelectionDefaults } from './selection.ts'

interface ProjectionOptions<R extends Resource> {
  resource: R
  defaults: SelectionDefaults
}

/**
 * A row that is known with all relations that are shown of it, and needed for what is computed, as it is shown where it is
 * read. It may hold more, and is changed where something is computed.
 */
export function projectLoadedRow<R extends Resource>(
  em: EntityManager,
  row: object,
  { resource, defaults }: ProjectionOptions<R>,
): z.output<R> {
  const meta = em.getMetadata().get(resource.model.entity)
  const selection = parseSelection(resource, {}, defaults)
  const whole = Object.setPrototypeOf({ ...row }, meta.prototype)
  computeFields(whole, computationPlanFor(meta, resource, selection).computing)
  return project(whole, selection)
}

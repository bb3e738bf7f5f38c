import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { computeIn, neededFor } from './computed.ts'
import type { Resource } from './resource.ts'
import { type Defaults, select } from './selection.ts'
import { show } from './show.ts'

interface Shown<Entity extends object, R extends Resource> {
  entity: EntityClass<Entity>
  resource: R
  defaults: Defaults
}

/**
 * A row that is known with all relations that are shown of it, and needed for what is computed, as it is shown where it is
 * read. It may hold more, and is changed where something is computed.
 */
export function showWhole<Entity extends object, R extends Resource>(
  em: EntityManager,
  row: object,
  { entity, resource, defaults }: Shown<Entity, R>,
): z.output<R> {
  const meta = em.getMetadata().get(entity)
  const selection = select(resource, {}, defaults)
  const whole = Object.setPrototypeOf({ ...row }, meta.prototype)
  computeIn(whole, neededFor(meta, resource, selection).computing)
  return show(whole, selection)
}

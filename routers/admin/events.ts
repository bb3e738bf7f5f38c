import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Event } from '#entities/platform/event/event.ts'
import { resourcesOfGroups } from '#entities/platform/event/resource-of-event.ts'
import { rest } from '../context/meta.ts'
import { pickColumns } from '../inputs/columns.ts'
import { dateFilter, numberFilter, pagingParams, queryOneOrMany } from '../inputs/query.ts'
import { adminList } from '../procedures/row-list.ts'
import { router } from '../procedures/trpc.ts'
import { type Condition, equalTo, escapeLikePattern, inRange } from '../reading/conditions.ts'
import { defineResource } from '../reading/define-resource.ts'
import { fillObjects, NamedObject } from '../reading/named-objects.ts'
import { mayRead, type Viewer } from '../reading/reach.ts'

const EventResource = defineResource({
  name: 'Event',
  entity: Event,
  columns: { ...pickColumns(Event, ['id', 'created_at', 'payload']), name: z.string() },
  occasional: { objects: z.array(NamedObject).optional() },
})

const view = {
  resource: EventResource,
  defaultOrder: '-id',
  fill: (viewer: Viewer & { em: EntityManager }, events: z.output<typeof EventResource>[]) =>
    fillObjects(viewer, events, ({ payload }) => idsIn(payload)),
}

/** The row of the event first, then the rows that it names. */
const idsIn = (payload: object | undefined): string[] =>
  Object.entries(payload ?? {}).flatMap(([key, value]) =>
    key === 'id' || key === 'ids' || /_ids?$/.test(key)
      ? [value].flat().filter((id): id is string => typeof id === 'string')
      : [],
  )

export const events = router({
  list: adminList(
    'events',
    view,
    { id: numberFilter.optional(), name: queryOneOrMany(z.string()).optional(), created_at: dateFilter.optional() },
    { page: pagingParams(50) },
  )
    .meta(rest('GET', '/events', 'List the events of the last 30 days', { allowsStaleReads: true }))
    .query(({ ctx, input: { id, name, created_at } }) => [
      { is_private: false },
      inRange({ id, created_at }),
      equalTo({ name }),
      readableBy(ctx),
    ]),
})

function readableBy(viewer: Viewer & { em: EntityManager }): Condition | undefined {
  const groups = resourcesOfGroups(viewer.em)
  const readable = groups.filter(([, resource]) => mayRead(viewer, resource))
  if (readable.length === groups.length) return undefined
  return { $or: readable.map(([group]) => ({ name: { $like: `${escapeLikePattern(group)}.%` } })) }
}

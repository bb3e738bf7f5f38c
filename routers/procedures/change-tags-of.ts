import type { EntityClass } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { changeTags, readTags, type Tagged } from '#entities/platform/tag/change-tags.ts'
import type { TaggedResource } from '#entities/platform/tag/tag.ts'
import { rest } from '../context/meta.ts'
import { TagChanges, TaggedRows } from '../inputs/tags.ts'
import { adminProcedure } from './trpc.ts'

const PATHS = { order: '/orders/tags', draft_order: '/draft-orders/tags', customer: '/customers/tags' } as const
const NOUNS = { order: 'orders', draft_order: 'draft orders', customer: 'customers' } as const

/** A procedure that adds tags to rows of an entity and removes tags from them: from all rows or from none. */
export const changeTagsOf = (resource: TaggedResource, entity: EntityClass<Tagged>) =>
  adminProcedure
    .meta(rest('POST', PATHS[resource], `Add tags to ${NOUNS[resource]} and remove tags`))
    .input(TagChanges)
    .output(z.object({ rows: TaggedRows }))
    .mutation(async ({ ctx, input }) => {
      await changeTags(ctx.em, { ...input, resource, entity })
      return { rows: await readTags(ctx.em, entity, input.ids) }
    })

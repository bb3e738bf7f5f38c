import { z } from 'zod'
import { findTags } from '#entities/platform/tag/find-tags.ts'
import { TAGGED_RESOURCES } from '#entities/platform/tag/tag.ts'
import { normalizeTag } from '#entities/platform/tag/tag-names.ts'
import { rest } from '../context/meta.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { searchPattern } from '../reading/conditions.ts'

export const tags = router({
  list: adminProcedure
    .meta(rest('GET', '/tags', 'List the tags of orders, draft orders or customers'))
    .input(z.strictObject({ resource: z.enum(TAGGED_RESOURCES), q: z.string().default('') }))
    .output(z.object({ tags: z.array(z.string()) }))
    .query(async ({ ctx, input: { resource, q } }) => ({
      tags: await findTags(ctx.em, resource, searchPattern(normalizeTag(q))),
    })),
})

import { normalizeTag } from '#entities/platform/tag/tag-names.ts'
import { type Condition, equalTo } from '../reading/conditions.ts'

/** Matches rows with any of the tags. The filter can also be `[exists]`, as that of each column that can be null. */
export const hasTag = (tags: readonly string[] | undefined): Condition | undefined =>
  Array.isArray(tags) ? { tags: { $overlap: tags.map(normalizeTag) } } : equalTo({ tags })

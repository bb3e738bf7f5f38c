import { normalizeTag } from '#entities/platform/tag/tag-names.ts'
import type { Condition } from '../reading/conditions.ts'

/** Matches rows with any of the tags. */
export const hasTag = (tags: readonly string[] | undefined): Condition | undefined =>
  tags && { tags: { $overlap: tags.map(normalizeTag) } }

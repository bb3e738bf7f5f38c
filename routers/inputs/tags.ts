import { z } from 'zod'
import { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag } from '#entities/platform/tag/tag-names.ts'
import { queryList } from './query.ts'

const MAX_ROWS = 500

/** A comma divides the tags of a CSV file and of a query, so no tag contains one. */
const TagName = z
  .string()
  .regex(/^[^,\p{Cc}]*$/u, 'A tag must not contain commas or line breaks')
  .transform(normalizeTag)
  .pipe(z.string().min(1).max(MAX_TAG_LENGTH))

const TagNames = z.array(TagName).max(MAX_TAGS).default([])

/** The input of a procedure that changes the tags of several rows. */
export const TagChanges = z
  .strictObject({ ids: z.array(z.string()).min(1).max(MAX_ROWS), add: TagNames, remove: TagNames })
  .refine(({ add, remove }) => add.length + remove.length > 0, 'Name at least one tag to add or to remove')

/** A response omits the tags of a row without tags. */
export const ShownTags: z.ZodOptional<z.ZodType<string[], string[]>> = z.array(z.string()).optional()

export const TaggedRows = z.array(z.object({ id: z.string(), tags: z.array(z.string()) }))

/** A filter for rows with any of the tags. */
export const tagFilter = queryList(z.string()).optional()

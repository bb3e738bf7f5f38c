import type { Column } from '../list/column.ts'
import { choiceFilter, type Filter } from '../list/filters.ts'
import { TagBadges } from './tag-badges.tsx'
import { type TaggedResource, useKnownTags } from './tagged-rows.ts'

/** The filter of a list by tag. */
export const useTagFilter = (resource: TaggedResource, label: string): Filter =>
  choiceFilter(
    'tags',
    label,
    useKnownTags(resource)?.map((tag) => ({ value: tag, label: tag })),
  )

export const tagsColumn = <Row extends { tags?: string[] | undefined }>(title: string): Column<Row> => ({
  key: 'tags',
  title,
  width: 'minmax(7rem, 1fr)',
  cell: ({ tags = [] }) => <TagBadges tags={tags} />,
  isOptional: true,
})

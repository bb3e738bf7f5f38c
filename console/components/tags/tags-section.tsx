import { useMutation } from '@tanstack/react-query'
import { useMay } from '#console/app/permissions.ts'
import { tags as tagWords } from '#console/strings/tags.ts'
import { Section } from '../section.tsx'
import { TagBadges } from './tag-badges.tsx'
import { changeTagsOf, type TaggedResource } from './tagged-rows.ts'
import { TagsInput } from './tags-input.tsx'

interface TagsSectionProps {
  resource: TaggedResource
  row: { id: string; tags?: string[] | undefined }
}

/** The tags of a row. Each change is saved at once. */
export function TagsSection({ resource, row: { id, tags = [] } }: TagsSectionProps) {
  const words = tagWords.useWords()
  const may = useMay()
  const change = useMutation(changeTagsOf[resource].mutationOptions())
  const mayChange = may(changeTagsOf[resource].mutationKey())
  if (!mayChange && tags.length === 0) return null
  // The field shows a new tag before the shop has saved it.
  const { add = [], remove = [] } = change.isPending ? change.variables : {}
  const shown = [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag))
  const save = (next: string[]) => {
    const added = next.filter((tag) => !shown.includes(tag))
    const removed = shown.filter((tag) => !next.includes(tag))
    if (added.length + removed.length > 0) change.mutate({ ids: [id], add: added, remove: removed })
  }
  return (
    <Section title={words.tags}>
      {mayChange ? (
        <TagsInput resource={resource} aria-label={words.tags} description={words.hint} value={shown} onChange={save} />
      ) : (
        <TagBadges tags={tags} />
      )}
    </Section>
  )
}

import { Pill, PillsInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import { useMay } from '#console/app/permissions.ts'
import { tags as tagWords } from '#console/strings/tags.ts'
import { LateField } from '../late-field.tsx'
import { Section } from '../section.tsx'
import { TagBadges } from './tag-badges.tsx'
import { changeTagsOf, type TaggedResource } from './tagged-rows.ts'

const TagsInput = lazyAfterInput(async () => (await import('./tags-input.tsx')).TagsInput)

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
  const field = { 'aria-label': words.tags, description: words.hint }
  const save = (next: string[]) => {
    const added = next.filter((tag) => !shown.includes(tag))
    const removed = shown.filter((tag) => !next.includes(tag))
    if (added.length + removed.length > 0) change.mutate({ ids: [id], add: added, remove: removed })
  }
  return (
    <Section title={words.tags}>
      {mayChange ? (
        <LateField
          early={() => (
            <PillsInput description={words.hint}>
              <Pill.Group>
                {shown.map((tag) => (
                  <Pill key={tag}>{tag}</Pill>
                ))}
                <PillsInput.Field aria-label={words.tags} readOnly />
              </Pill.Group>
            </PillsInput>
          )}
        >
          {(autoFocus) => <TagsInput {...{ resource, autoFocus }} {...field} value={shown} onChange={save} />}
        </LateField>
      ) : (
        <TagBadges tags={tags} />
      )}
    </Section>
  )
}

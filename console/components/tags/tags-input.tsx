import type { TagsInputProps } from '@mantine/core'
import { NamesInput } from '../form/names-input.tsx'
import { type TaggedResource, useKnownTags } from './tagged-rows.ts'

/** The longest tag. */
const MAX_LENGTH = 40

/** A field for tags that proposes the tags of other rows. */
export function TagsInput({ resource, ...props }: TagsInputProps & { resource: TaggedResource }) {
  return <NamesInput {...props} data={useKnownTags(resource) ?? []} maxLength={MAX_LENGTH} acceptValueOnBlur />
}

import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { tags as tagWords } from '#console/strings/tags.ts'
import { NamesInput } from '../form/names-input.tsx'
import { notifyDone } from '../notify.ts'
import { ErrorState } from '../states.tsx'
import { changeTagsOf, type TaggedResource } from './tagged-rows.ts'
import { TagsInput } from './tags-input.tsx'

export type TaggedRow = { id: string; tags?: string[] | undefined }

interface TagChangeProps {
  resource: TaggedResource
  rows: TaggedRow[]
  onDone(): void
}

/** Adds tags to rows, and removes some. */
export function TagChange({ resource, rows, onDone }: TagChangeProps) {
  const words = tagWords.useWords()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const own = [...new Set(rows.flatMap(({ tags = [] }) => tags))].sort()
  const change = useMutation({
    ...changeTagsOf[resource].mutationOptions(),
    ...shownInPlace,
    onSuccess: () => {
      notifyDone(words.changed)
      onDone()
    },
  })
  return (
    <Stack>
      <TagsInput
        resource={resource}
        label={words.add}
        description={words.hint}
        value={add}
        onChange={setAdd}
        data-autofocus
      />
      <NamesInput label={words.remove} data={own} value={remove} onChange={setRemove} />
      {change.isError && <ErrorState error={change.error} />}
      <Group justify="flex-end">
        <Button
          disabled={add.length + remove.length === 0}
          loading={change.isPending}
          onClick={() => change.mutate({ ids: rows.map(({ id }) => id), add, remove })}
        >
          {words.save}
        </Button>
      </Group>
    </Stack>
  )
}

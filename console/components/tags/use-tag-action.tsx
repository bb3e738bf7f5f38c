import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { useMay } from '#console/app/permissions.ts'
import { modals } from '#console/components/modals.ts'
import { tags as tagWords } from '#console/strings/tags.ts'
import { NamesInput } from '../form/names-input.tsx'
import type { BulkAction } from '../list/bulk-actions.tsx'
import { notifyDone } from '../notify.ts'
import { ErrorState } from '../states.tsx'
import { changeTagsOf, type TaggedResource } from './tagged-rows.ts'
import { TagsInput } from './tags-input.tsx'

type TaggedRow = { id: string; tags?: string[] | undefined }

/** An action of a list that changes the tags of the selected rows: of all or of none. */
export function useTagAction(resource: TaggedResource): BulkAction<TaggedRow> {
  const words = tagWords.useWords()
  const may = useMay()
  return {
    name: words.changeTags,
    isAllowed: may(changeTagsOf[resource].mutationKey()),
    run: (rows) =>
      new Promise((resolve) => {
        const modal = modals.open({
          title: words.title(rows.length),
          onClose: () => resolve(false),
          children: (
            <TagChange
              resource={resource}
              rows={rows}
              onDone={() => {
                resolve(true)
                modals.close(modal)
              }}
            />
          ),
        })
      }),
  }
}

function TagChange({ resource, rows, onDone }: { resource: TaggedResource; rows: TaggedRow[]; onDone(): void }) {
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

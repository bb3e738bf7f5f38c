import { useMay } from '#console/app/permissions.ts'
import { modals } from '#console/components/modals.ts'
import { tags as tagWords } from '#console/strings/tags.ts'
import type { BulkAction } from '../list/bulk-actions.tsx'
import type { TaggedRow } from './tag-change.tsx'
import { changeTagsOf, type TaggedResource } from './tagged-rows.ts'

/** An action of a list that changes the tags of the selected rows: of all or of none. */
export function useTagAction(resource: TaggedResource): BulkAction<TaggedRow> {
  const words = tagWords.useWords()
  const may = useMay()
  return {
    name: words.changeTags,
    isAllowed: may(changeTagsOf[resource].mutationKey()),
    async run(rows) {
      const { TagChange } = await import('./tag-change.tsx')
      return new Promise((resolve) => {
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
      })
    },
  }
}

import { ActionIcon, Button, Group } from '@mantine/core'
import { IconUsers, IconX } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import { type ListSearch, sortedSearch } from '#console/app/list-search.ts'
import { common } from '#console/strings/common.ts'
import { lists } from '#console/strings/lists.ts'
import { type Filter, partsOf } from './filters.ts'
import type { ListState } from './use-list.ts'
import { useSavedViews, type View } from './use-saved-views.ts'

const SaveView = lazyAfterInput(async () => (await import('./save-view.tsx')).SaveView)

interface SavedViewsProps {
  name: string
  list: ListState
  filters: readonly Filter[]
  /** The columns by which the list can be sorted. */
  sorts: readonly string[]
  /** The keys of the shown columns. */
  columns: readonly string[]
  /** The predefined views of the list. */
  ownViews: readonly View[]
  className: string | undefined
}

/** The views of the list, and the searches and filters that users have saved. */
export function SavedViews({ name, list, filters, sorts, columns, ownViews, className }: SavedViewsProps) {
  const words = lists.useWords()
  const { all } = common.useWords()
  const { views: stored, mayShare, save, remove } = useSavedViews(name)
  const known = new Set([
    'q',
    'columns',
    ...filters.flatMap(partsOf),
    ...ownViews.flatMap(({ search }) => Object.keys(search)),
  ])
  const views = stored.map((view) => ({ ...view, search: usableSearch(view.search, known, sorts) }))
  const current = sortedSearch(list.search)
  const isCurrent = (search: ListSearch) => sortedSearch(search) === current
  const shown = views.find(({ search }) => isCurrent(search))
  const isNew = current !== '' && !shown && !ownViews.some(({ search }) => isCurrent(search))
  const hasViews = ownViews.length + views.length > 0
  const maySave = isNew || shown?.is_own
  if (!hasViews && !maySave) return null
  return (
    <Group gap={4} className={className}>
      {hasViews && <ViewButton text={all} isCurrent={current === ''} onClick={() => list.replace({})} />}
      {ownViews.map(({ name, search }) => (
        <ViewButton key={name} text={name} isCurrent={isCurrent(search)} onClick={() => list.replace(search)} />
      ))}
      {views.map((view) => (
        <Group key={view.id} gap={0}>
          <ViewButton
            text={view.name}
            isShared={view.is_shared}
            isCurrent={view === shown}
            onClick={() => list.replace(view.search)}
          />
          {view === shown && (view.is_own || mayShare) && (
            <ActionIcon
              size={24}
              aria-label={words.deleteView(view.name)}
              onClick={() => remove(view).catch(() => undefined)}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {maySave && (
        <Suspense>
          <SaveView
            key={shown?.id}
            view={shown}
            others={views.filter((view) => view.is_own && view !== shown)}
            mayShare={mayShare}
            onSave={async ({ hasColumns, ...view }) => {
              const search = { ...list.search, columns: hasColumns ? columns.join() : undefined }
              await save({ ...view, search })
              list.replace(search)
            }}
          />
        </Suspense>
      )}
    </Group>
  )
}

/** A filter or a column of a saved view may be gone. */
const usableSearch = (search: ListSearch, known: ReadonlySet<string>, sorts: readonly string[]): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) =>
      name === 'order' ? typeof value === 'string' && sorts.includes(value.replace(/^-/, '')) : known.has(name),
    ),
  )

interface ViewButtonProps {
  text: string
  isCurrent: boolean
  isShared?: boolean
  onClick(): void
}

function ViewButton({ text, isCurrent, isShared = false, onClick }: ViewButtonProps) {
  const { forAllUsers } = lists.useWords()
  return (
    <Button
      size="compact-sm"
      variant={isCurrent ? 'light' : 'subtle'}
      color={isCurrent ? 'ink' : 'gray'}
      aria-pressed={isCurrent}
      onClick={onClick}
      {...(isShared ? { title: forAllUsers, rightSection: <IconUsers size={12} aria-hidden /> } : {})}
    >
      {text}
    </Button>
  )
}

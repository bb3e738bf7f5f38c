import { Badge, Button, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { LoadingLines } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { PopupButton } from '../popup/popup-button.tsx'
import { type Filter, partsOf } from './filters.ts'
import classes from './list-toolbar.module.css'
import { SavedViews } from './saved-views.tsx'
import type { ListState } from './use-list.ts'
import type { View } from './use-saved-views.ts'

const FilterField = lazyPart(async () => (await import('./filter-field.tsx')).FilterField)

interface ListToolbarProps {
  name: string
  list: ListState
  filters: readonly Filter[]
  views: readonly View[]
  /** The columns by which the list can be sorted. */
  sorts: readonly string[]
  /** The keys of the shown columns. */
  columns: readonly string[]
  searchHint: string | undefined
  /** Further buttons. */
  children: ReactNode
}

export function ListToolbar({ name, list, filters, views, sorts, columns, searchHint, children }: ListToolbarProps) {
  const words = common.useWords()
  const active = filters.filter((filter) => partsOf(filter).some((part) => list.search[part] !== undefined))
  const clear = () => list.change(Object.fromEntries(filters.flatMap(partsOf).map((part) => [part, undefined])))
  return (
    <div className={classes.toolbar}>
      {searchHint && <SearchField list={list} hint={searchHint} />}
      <SavedViews
        name={name}
        list={list}
        filters={filters}
        sorts={sorts}
        columns={columns}
        ownViews={views}
        className={classes.views}
      />
      <Group gap="xs" wrap="nowrap" className={classes.controls}>
        {filters.length > 0 && (
          <PopupButton
            position="bottom-end"
            width={320}
            button={(parts) => (
              <Button
                variant="default"
                leftSection={<IconFilter size={16} />}
                rightSection={active.length > 0 ? <Badge size="sm">{active.length}</Badge> : undefined}
                {...parts}
              >
                {words.filters}
              </Button>
            )}
          >
            <Stack gap="sm">
              <Suspense fallback={<LoadingLines lines={filters.length} />}>
                {filters.map((filter) => (
                  <FilterField key={filter.name} filter={filter} list={list} />
                ))}
              </Suspense>
              <Button variant="subtle" onClick={clear} disabled={active.length === 0}>
                {words.clearFilters}
              </Button>
            </Stack>
          </PopupButton>
        )}
        {children}
      </Group>
    </div>
  )
}

function SearchField({ list, hint }: { list: ListState; hint: string }) {
  const words = common.useWords()
  const searched = list.text('q') ?? ''
  const [text, setText] = useState(searched)
  useEffect(() => setText(searched), [searched])
  const search = useDebouncedCallback((q: string) => list.change({ q: q || undefined }), 250)
  return (
    <TextInput
      type="search"
      aria-label={words.search}
      placeholder={hint}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      className={classes.search}
      data-list-search
    />
  )
}

import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { palette } from '#console/strings/palette.ts'
import { type ResultGroup, type SearchResult, useSearchResults } from './use-search-results.ts'

/** Finds any screen, order, product or customer by a few letters. */
export function Palette() {
  const words = palette.useWords()
  const router = useRouter()
  const [query, setQuery] = useState('')
  const { groups, isSearching } = useSearchResults(query)
  useEffect(() => spotlight.open(), [])
  const open = ({ path }: SearchResult) => void router.navigate({ href: path })
  const [first] = groups.flatMap(({ results }) => results)
  /** Spotlight selects the first result when the query changes, but not a result that arrives later. */
  const openFirst = ({ key, currentTarget }: KeyboardEvent) => {
    if (key !== 'Enter' || !first || currentTarget.closest('[role=dialog]')?.querySelector('[data-selected]')) return
    spotlight.close()
    open(first)
  }
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      centered={false}
      scrollable
      maxHeight={440}
      attributes={{ content: { 'aria-label': words.title } }}
    >
      <Spotlight.Search
        placeholder={words.hint}
        aria-label={words.title}
        leftSection={<IconSearch size={18} />}
        onKeyDown={openFirst}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Group key={group.name} group={group} onOpen={open} />
        ))}
        {groups.length === 0 && <Spotlight.Empty>{isSearching ? words.searching : words.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Group({ group, onOpen }: { group: ResultGroup; onOpen(result: SearchResult): void }) {
  return (
    <Spotlight.ActionsGroup label={group.name}>
      {group.results.map((result) => (
        <Spotlight.Action
          key={result.path}
          label={result.name}
          description={result.detail}
          leftSection={<result.icon size={18} stroke={1.7} />}
          onClick={() => onOpen(result)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

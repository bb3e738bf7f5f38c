import { ActionIcon, Button, Group, Popover, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmarkPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type ListSearch, stringifySearch } from '#console/app/list-search.ts'
import { common } from '#console/strings/common.ts'
import type { ListState } from './use-list.ts'
import { useSavedViews, type View } from './use-saved-views.ts'

interface SavedViewsProps {
  name: string
  list: ListState
  /** The predefined views of the list. */
  ownViews: readonly View[]
}

/** The views of the list, and the searches and filters that the user has saved. */
export function SavedViews({ name, list, ownViews }: SavedViewsProps) {
  const words = common.useWords()
  const { views, save } = useSavedViews(name)
  const current = stringifySearch(list.search)
  const isCurrent = (search: ListSearch) => stringifySearch(search) === current
  const isNew = current !== '' && ![...ownViews, ...views].some(({ search }) => isCurrent(search))
  const hasViews = ownViews.length + views.length > 0
  return (
    <Group gap={4}>
      {hasViews && <ViewButton text={words.all} isCurrent={current === ''} onClick={() => list.replace({})} />}
      {ownViews.map(({ name, search }) => (
        <ViewButton key={name} text={name} isCurrent={isCurrent(search)} onClick={() => list.replace(search)} />
      ))}
      {views.map((view) => (
        <Group key={view.name} gap={0}>
          <ViewButton text={view.name} isCurrent={isCurrent(view.search)} onClick={() => list.replace(view.search)} />
          {isCurrent(view.search) && (
            <ActionIcon
              size="sm"
              aria-label={words.deleteView(view.name)}
              onClick={() => save(views.filter((other) => other !== view))}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {isNew && <SaveView onSave={(viewName) => save([...views, { name: viewName, search: list.search }])} />}
    </Group>
  )
}

function ViewButton({ text, isCurrent, onClick }: { text: string; isCurrent: boolean; onClick(): void }) {
  return (
    <Button
      size="compact-sm"
      variant={isCurrent ? 'light' : 'subtle'}
      color={isCurrent ? 'ink' : 'gray'}
      aria-pressed={isCurrent}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}

function SaveView({ onSave }: { onSave(name: string): void }) {
  const words = common.useWords()
  const [isOpen, { toggle, close }] = useDisclosure()
  const [name, setName] = useState('')
  return (
    <Popover opened={isOpen} onChange={toggle} trapFocus>
      <Popover.Target>
        <Tooltip label={words.saveView}>
          <ActionIcon aria-label={words.saveView} onClick={toggle}>
            <IconBookmarkPlus size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!name.trim()) return
            onSave(name.trim())
            close()
          }}
        >
          <Group gap="xs" align="flex-end">
            <TextInput label={words.viewName} value={name} onChange={(event) => setName(event.currentTarget.value)} />
            <Button type="submit">{words.save}</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

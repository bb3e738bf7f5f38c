import { ActionIcon, Button, Checkbox, Group, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmarkPlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { common } from '#console/strings/common.ts'
import { lists } from '#console/strings/lists.ts'
import type { NewView, SavedView } from './use-saved-views.ts'

interface SaveViewProps {
  /** The own view that the list shows. */
  view: SavedView | undefined
  /** The other own views of the list. */
  others: readonly SavedView[]
  mayShare: boolean
  onSave(view: Omit<NewView, 'search'> & { hasColumns: boolean }): Promise<void>
}

/** Saves the search, filters and order of the list, and optionally its columns, under a name. */
export function SaveView({ view, others, mayShare, onSave }: SaveViewProps) {
  const words = lists.useWords()
  const { save } = common.useWords()
  const [isOpen, { toggle, close }] = useDisclosure()
  const [name, setName] = useState(view?.name ?? '')
  const other = others.find((one) => one.name === name.trim())
  const before = view ?? other
  const [chosen, choose] = useState<{ isShared?: boolean; hasColumns?: boolean }>({})
  const { isShared = before?.is_shared ?? false, hasColumns = before?.search.columns !== undefined } = chosen
  const label = view ? words.changeView(view.name) : words.saveView
  const submit = async () => {
    if (!name.trim() || (view && other)) return
    await onSave({ id: view?.id, name: name.trim(), isShared, hasColumns })
    close()
  }
  return (
    <Popover opened={isOpen} onChange={toggle} trapFocus withRoles={false}>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} aria-haspopup="dialog" aria-expanded={isOpen} onClick={toggle}>
            {view ? <IconPencil size={16} /> : <IconBookmarkPlus size={18} />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            // A failed mutation gets a message.
            submit().catch(() => undefined)
          }}
        >
          <Stack gap="xs">
            <TextInput
              label={words.viewName}
              maxLength={60}
              value={name}
              error={view && other ? words.viewExists : undefined}
              description={!view && other ? words.replacesView : undefined}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              label={words.withColumns}
              checked={hasColumns}
              onChange={({ currentTarget }) => choose({ ...chosen, hasColumns: currentTarget.checked })}
            />
            {mayShare && (
              <Checkbox
                label={words.forAllUsers}
                checked={isShared}
                onChange={({ currentTarget }) => choose({ ...chosen, isShared: currentTarget.checked })}
              />
            )}
            <Group justify="flex-end">
              <Button type="submit">{save}</Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { common } from '#console/strings/common.ts'
import { lists } from '#console/strings/lists.ts'
import classes from './column-choices.module.css'
import type { ColumnChooserProps, NamedColumn } from './column-chooser.tsx'

const SEARCHED_FROM = 12

/** The columns of a list in their order, each with a checkbox and buttons to move it. */
export function ColumnChoices({ columns, choice: { shown, isChosen, choose } }: ColumnChooserProps) {
  const words = lists.useWords()
  const { emptySearch } = common.useWords()
  const [searched, setSearched] = useState('')
  const [news, setNews] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useKeptFocus(list)
  const chosen = shown.slice(1)
  const isShown = new Set(shown.map(({ key }) => key))
  const save = (next: readonly NamedColumn[]) => {
    keepFocus()
    choose(next.map(({ key }) => key))
  }
  const move = (column: NamedColumn, to: number) => {
    if (to < 0 || to >= chosen.length) return
    save(chosen.filter((one) => one !== column).toSpliced(to, 0, column))
    setNews(words.columnAt(column.title, to + 2, shown.length))
  }
  const found = [...shown, ...columns.filter(({ key }) => !isShown.has(key))].filter(({ title }) =>
    title.toLocaleLowerCase().includes(searched.trim().toLocaleLowerCase()),
  )
  return (
    <Stack gap="sm">
      {columns.length > SEARCHED_FROM && (
        <TextInput
          type="search"
          label={words.findColumn}
          value={searched}
          onChange={({ currentTarget }) => setSearched(currentTarget.value)}
        />
      )}
      <ul ref={list} className={classes.list} aria-label={words.columns}>
        {found.map((column) => {
          const place = chosen.indexOf(column)
          return (
            <li key={column.key} className={classes.column}>
              <Checkbox
                label={column.title}
                checked={isShown.has(column.key)}
                disabled={column === shown[0]}
                onChange={({ currentTarget: { checked } }) =>
                  save(checked ? [...chosen, column] : chosen.filter((one) => one !== column))
                }
                data-focus={`${column.key} check`}
              />
              {place >= 0 && (
                <Group gap={2} wrap="nowrap">
                  <MoveButton
                    label={words.moveForward(column.title)}
                    icon={IconChevronUp}
                    isPossible={place > 0}
                    onMove={() => move(column, place - 1)}
                    focusKey={`${column.key} up`}
                  />
                  <MoveButton
                    label={words.moveBack(column.title)}
                    icon={IconChevronDown}
                    isPossible={place < chosen.length - 1}
                    onMove={() => move(column, place + 1)}
                    focusKey={`${column.key} down`}
                  />
                </Group>
              )}
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <Text size="sm">{emptySearch}</Text>}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Button variant="subtle" disabled={!isChosen} onClick={() => choose()}>
        {words.usualColumns}
      </Button>
    </Stack>
  )
}

interface MoveButtonProps {
  label: string
  icon: typeof IconChevronUp
  /** A button at the end stays in the order of the keyboard. */
  isPossible: boolean
  onMove(): void
  focusKey: string
}

const MoveButton = ({ label, icon: Icon, isPossible, onMove, focusKey }: MoveButtonProps) => (
  <ActionIcon
    size="md"
    aria-label={label}
    aria-disabled={!isPossible}
    data-disabled={!isPossible || undefined}
    onClick={onMove}
    data-focus={focusKey}
  >
    <Icon size={16} />
  </ActionIcon>
)

/** A browser takes the focus from an element that moves in the list. `keepFocus` gives it back after the change. */
function useKeptFocus(list: React.RefObject<HTMLElement | null>): () => void {
  const focused = useRef<string>(null)
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused.current)}"]`)?.focus()
  })
  return () => {
    focused.current = document.activeElement?.getAttribute('data-focus') ?? null
  }
}

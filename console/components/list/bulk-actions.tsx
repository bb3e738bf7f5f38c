import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { common } from '#console/strings/common.ts'
import { notifyError } from '../notify.ts'
import { useErrorText } from '../states.tsx'
import classes from './bulk-actions.module.css'
import type { ListState } from './use-list.ts'

export interface BulkAction<Row> {
  name: string
  isDangerous?: boolean
  /** Default: true. */
  isAllowed?: boolean
  /** Runs the action. Returns false if the user cancelled it, and the selection stays. */
  run(rows: Row[]): Promise<boolean>
}

interface BulkActionsProps<Row> {
  list: ListState
  rows: readonly Row[]
  actions: readonly BulkAction<Row>[]
}

export function BulkActions<Row extends { id: string }>({ list, rows, actions }: BulkActionsProps<Row>) {
  const words = common.useWords()
  const textOf = useErrorText()
  const [running, setRunning] = useState<string>()
  const run = async (action: BulkAction<Row>) => {
    setRunning(action.name)
    try {
      if (await action.run(rows.filter(({ id }) => list.selected.has(id)))) list.select(new Set())
    } catch (error) {
      notifyError(textOf(error))
    } finally {
      setRunning(undefined)
    }
  }
  return (
    <Group className={classes.bar} gap="xs" role="toolbar" aria-label={words.selected(list.selected.size)}>
      <CloseButton size="sm" aria-label={words.clearSelection} onClick={() => list.select(new Set())} />
      <Text size="sm" fw={500} me="sm">
        {words.selected(list.selected.size)}
      </Text>
      {actions.map((action) => (
        <Button
          key={action.name}
          size="xs"
          variant="default"
          {...(action.isDangerous ? { c: 'var(--danger)' } : {})}
          loading={running === action.name}
          onClick={() => void run(action)}
        >
          {action.name}
        </Button>
      ))}
    </Group>
  )
}

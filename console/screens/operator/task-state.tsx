import { Text } from '@mantine/core'
import { refusalText } from '#console/components/refusal-text.ts'
import { common } from '#console/strings/common.ts'
import { tasks } from '#console/strings/tasks.ts'
import type { Task } from './task-table.tsx'

/** The progress of a task, or the reason of its failure. */
export function TaskState({ task }: { task: Task }) {
  const words = common.useWords()
  const progress = useProgressText(task)
  const { status, failure } = task
  const text = failure
    ? refusalText({ type: '', code: undefined, reason: failure.reason, message: failure.message }, words)
    : progress
  if (!text) return null
  return (
    <Text size="sm" c={status === 'failed' ? 'red.9' : 'var(--quiet)'} style={{ overflowWrap: 'anywhere' }} maw={480}>
      {text}
    </Text>
  )
}

function useProgressText({ progress, kind, status }: Task): string | undefined {
  const words = tasks.useWords()
  if (!progress) return status === 'running' ? words.begins : undefined
  if (progress.name === 'waiting' || progress.name === 'begun')
    return status !== 'running' ? undefined : progress.name === 'begun' ? words.begins : waitText(progress, words)
  switch (progress.name) {
    case 'transferred':
      return words.transferred(progress.rows, progress.tables, progress.files)
    case 'copying':
      return words.copying(progress.copied, progress.tables)
    case 'switched':
      return words.switched(progress.milliseconds)
    case 'retrying':
      return words.retrying(progress.attempt)
    case 'checking':
      return kind === 'import' ? words.checking : undefined
    default:
      return words[`progress_${progress.name}`]
  }
}

function waitText({ change, actor }: Waiting, words: ReturnType<typeof tasks.useWords>): string {
  const name = change === null ? words.task : words[`kind_${change}`]
  return actor === null ? words.waitsForCommand(name) : words.waitsFor(name, actor)
}

type Waiting = Extract<NonNullable<Task['progress']>, { name: 'waiting' }>

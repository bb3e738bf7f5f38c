import { List, Loader, Stack, Text } from '@mantine/core'
import type { DryRun } from '#client/index.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, preview as previewWords } from '#console/strings/preview.ts'
import { useValidPreview } from '../form/use-valid-preview.ts'
import { useErrorText } from '../states.tsx'
import { PreviewProvider, usePreviewContext } from './preview-context.ts'
import type { Procedure } from './procedure.ts'
import { useChangeLines } from './use-change-lines.ts'

export interface PreviewedRow<Input> {
  id: string
  name: string
  input: Input
  /** Default: the currency of the page. */
  currency?: string | undefined
}

interface RowPreviewsProps<Input> {
  procedure: Procedure<Input, unknown>
  rows: readonly PreviewedRow<Input>[]
  /** Whether the action itself runs. */
  isRunning?: boolean
}

const MAX_ROWS = 10

/** The changes of an action for each of several rows. */
export function RowPreviews<Input>({ procedure, rows, isRunning = false }: RowPreviewsProps<Input>) {
  const words = previewWords.useWords()
  const ofPage = usePreviewContext()
  return (
    <Stack component="section" gap="xs" aria-label={words.title}>
      <Text size="xs" fw={600}>
        {words.title}
      </Text>
      <List size="sm" spacing={4}>
        {rows.slice(0, MAX_ROWS).map(({ id, name, input, currency }) => (
          <List.Item key={id}>
            <Text size="sm" fw={500} span>
              {name}
            </Text>
            <PreviewProvider value={currency ? { currency } : ofPage}>
              <OneRow procedure={procedure} input={input} isRunning={isRunning} />
            </PreviewProvider>
          </List.Item>
        ))}
        {rows.length > MAX_ROWS && <List.Item>{words.moreLines(rows.length - MAX_ROWS)}</List.Item>}
      </List>
    </Stack>
  )
}

interface OneRowProps<Input> {
  procedure: Procedure<Input, unknown>
  input: Input
  isRunning: boolean
}

function OneRow<Input>({ procedure, input, isRunning }: OneRowProps<Input>) {
  const words = previewWords.useWords()
  const textOf = useErrorText()
  const { changes, error, isLoading } = useValidPreview(procedure, { input, isRunning })
  if (error)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {textOf(error)}
      </Text>
    )
  if (isLoading) return <Loader ms="xs" size={12} role="status" aria-label={words.loading} />
  return changes && <ChangeText dryRun={changes} />
}

/** The changes of a dry run in one line. */
export function ChangeText({ dryRun }: { dryRun: DryRun<unknown> }) {
  const words = previewWords.useWords()
  const { lines } = useChangeLines(dryRun)
  return (
    <Text size="sm" c="dimmed">
      {lines.length > 0 ? lines.join(' · ') : rowCount(dryRun, words)}
    </Text>
  )
}

const rowCount = ({ change_count, changes }: DryRun<unknown>, words: Translation<typeof en>): string =>
  change_count === 0 ? words.nothing : words.allRows(changes.length)

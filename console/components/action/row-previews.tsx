import { List, Loader, Stack, Text } from '@mantine/core'
import type { DryRun } from '#client/index.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { preview as previewWords } from '#console/strings/preview.ts'
import { useErrorText } from '../states.tsx'
import { PreviewProvider } from './preview-context.ts'
import type { Procedure } from './procedure.ts'
import { useChangeLines } from './use-change-lines.ts'
import { usePreview } from './use-preview.ts'

export interface PreviewedRow<Input> {
  name: string
  input: Input
  currency: string
}

interface RowPreviewsProps<Input> {
  procedure: Procedure<Input, unknown>
  rows: readonly PreviewedRow<Input>[]
}

const MAX_ROWS = 10

/** The changes of an action for each of several rows. */
export function RowPreviews<Input>({ procedure, rows }: RowPreviewsProps<Input>) {
  const words = useStrings(previewWords)
  return (
    <Stack component="section" gap="xs" aria-label={words.title}>
      <Text size="xs" fw={600}>
        {words.title}
      </Text>
      <List size="sm" spacing={4}>
        {rows.slice(0, MAX_ROWS).map(({ name, input, currency }) => (
          <List.Item key={name}>
            <Text size="sm" fw={500} span>
              {name}
            </Text>
            <PreviewProvider value={{ currency }}>
              <OneRow procedure={procedure} input={input} />
            </PreviewProvider>
          </List.Item>
        ))}
        {rows.length > MAX_ROWS && <List.Item>{words.moreLines(rows.length - MAX_ROWS)}</List.Item>}
      </List>
    </Stack>
  )
}

function OneRow<Input>({ procedure, input }: { procedure: Procedure<Input, unknown>; input: Input }) {
  const words = useStrings(previewWords)
  const textOf = useErrorText()
  const { changes, error, isLoading } = usePreview(procedure, { input, isRunning: false })
  if (error)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {textOf(error)}
      </Text>
    )
  if (isLoading) return <Loader ms="xs" size={12} role="status" aria-label={words.loading} />
  return <ChangeText dryRun={changes} />
}

/** The changes of a dry run in one line. */
export function ChangeText({ dryRun }: { dryRun: DryRun<unknown> | undefined }) {
  const words = useStrings(previewWords)
  const { lines } = useChangeLines(dryRun)
  return (
    <Text size="sm" c="dimmed">
      {lines.length > 0 ? lines.join(' · ') : words.nothing}
    </Text>
  )
}

import { Group, Loader, Stack, Text } from '@mantine/core'
import type { DryRun } from '#client/index.ts'
import { preview as previewWords } from '#console/strings/preview.ts'
import classes from './preview-panel.module.css'
import { useChangeLines } from './use-change-lines.ts'
import type { Preview } from './use-preview.ts'

const MAX_LINES = 15

/** The changes that an action will make. The shop has run the action and rolled it back. */
export function LoadedPreviewPanel({ preview }: { preview: Preview }) {
  const words = previewWords.useWords()
  const { changes, isLoading } = preview
  return (
    <section className={classes.panel} aria-label={words.title} aria-live="polite" aria-busy={isLoading}>
      <Group justify="space-between" mb={4}>
        <Text size="xs" fw={600}>
          {words.title}
        </Text>
        {isLoading && <Loader size={12} role="status" aria-label={words.loading} />}
      </Group>
      {changes && <ChangeLines changes={changes} />}
    </section>
  )
}

function ChangeLines({ changes }: { changes: DryRun<unknown> }) {
  const words = previewWords.useWords()
  const { lines, calls } = useChangeLines(changes)
  const shown = [...new Set([...lines.slice(0, MAX_LINES), ...calls])]
  return (
    <Stack gap={6}>
      <ul className={classes.lines}>
        {shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MAX_LINES && <li>{words.moreLines(lines.length - MAX_LINES)}</li>}
        {changes.change_count === 0 && <li>{words.nothing}</li>}
      </ul>
      {changes.changes.length > 0 && <AllRows changes={changes} />}
    </Stack>
  )
}

function AllRows({ changes }: { changes: DryRun<unknown> }) {
  const words = previewWords.useWords()
  return (
    <details className={classes.rows}>
      <summary>{words.allRows(changes.changes.length)}</summary>
      <ul>
        {changes.changes.map(({ table, action, ids, before, after }) => (
          <li key={`${table} ${ids.join(' ')} ${action}`}>
            <b>{table}</b> {words[`action_${action}`]}
            {action === 'update' &&
              Object.keys(after ?? {})
                .filter((column) => column !== 'updated_at')
                .map((column) => ` · ${column}: ${textOf(before?.[column])} → ${textOf(after?.[column])}`)}
          </li>
        ))}
      </ul>
    </details>
  )
}

const textOf = (value: unknown): string =>
  value == null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

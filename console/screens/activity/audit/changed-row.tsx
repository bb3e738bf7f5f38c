import { Code, Table } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import { spaced } from '#console/components/action-names.ts'
import { Section } from '#console/components/section.tsx'
import { StatusBadge, type Tone } from '#console/components/status-badge.tsx'
import { formatTime } from '#console/components/time.tsx'
import { activity } from '#console/strings/activity.ts'
import { common } from '#console/strings/common.ts'
import classes from './changed-row.module.css'

type Change = RouterOutputs['admin']['auditLog']['get']['audit_log_entry']['changes'][number]

const TONES: Record<Change['action'], Tone> = { create: 'good', update: 'busy', delete: 'bad' }

/** The fields of one changed row, before and after side by side. */
export function ChangedRow({ change: { table, action, ids, before, after } }: { change: Change }) {
  const words = activity.useWords()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const name = spaced(table)
  return (
    <Section
      title={`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
      isFlush
      actions={
        <>
          <Code>{ids.join(' ')}</Code>
          <StatusBadge tone={TONES[action]} text={words[`change_${action}`]} />
        </>
      }
    >
      <Table className={classes.table} layout="fixed" aria-label={`${words[`change_${action}`]}: ${name}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.field}</Table.Th>
            {before && <Table.Th scope="col">{words.before}</Table.Th>}
            {after && <Table.Th scope="col">{words.after}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{spaced(field)}</Table.Th>
              {before && (
                <Table.Td data-side="before">
                  <FieldValue value={before[field]} />
                </Table.Td>
              )}
              {after && (
                <Table.Td data-side="after">
                  <FieldValue value={after[field]} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/

function FieldValue({ value }: { value: unknown }) {
  const { yes, no } = common.useWords()
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? yes : no
  if (value instanceof Date) return formatTime(value)
  if (typeof value === 'string' && MOMENT.test(value)) {
    const moment = new Date(value)
    return Number.isNaN(moment.getTime()) ? value : formatTime(moment)
  }
  if (typeof value === 'object') return <pre className={classes.json}>{JSON.stringify(value, null, 2)}</pre>
  return String(value)
}

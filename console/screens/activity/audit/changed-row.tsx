import { Table, Text, VisuallyHidden } from '@mantine/core'
import { spaced } from '#console/components/action-names.ts'
import { formatMoney } from '#console/components/money.tsx'
import { Section } from '#console/components/section.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { formatTime } from '#console/components/time.tsx'
import { activity } from '#console/strings/activity.ts'
import { auditFields } from '#console/strings/audit-fields.ts'
import { common } from '#console/strings/common.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { type Change, type ChangedField, changedFields, currencyIn, isMoney } from './changed-fields.ts'
import classes from './changed-row.module.css'

interface ChangedRowProps {
  change: Change
  name: string | undefined
  /** The currency of the row, if the change does not contain it. */
  currency: string | undefined
}

/** The fields of one changed row: the value before and the value after. */
export function ChangedRow({ change, name, currency }: ChangedRowProps) {
  const { table, action } = change
  const words = activity.useWords()
  const labelOf = useFieldLabel()
  const textOf = useValueText(change, currencyIn(change) ?? currency)
  const fields = changedFields(change)
  const kind = table === 'money_amount' ? words.price : capitalized(spaced(table))
  return (
    <Section
      title={name ? `${kind}: ${name}` : kind}
      isFlush={fields.length > 0}
      actions={<StatusBadge tone="quiet" text={words[`change_${action}`]} />}
    >
      {fields.length === 0 && <Text c="var(--quiet)">{words.onlyLinks}</Text>}
      {fields.length > 0 && (
        <Table className={classes.table} layout="fixed" aria-label={`${words[`change_${action}`]}: ${name ?? kind}`}>
          <Table.Tbody>
            {fields.map((field) => (
              <Table.Tr key={field.path.join('.')}>
                <Table.Th scope="row">{labelOf(field)}</Table.Th>
                <Table.Td>
                  {action !== 'create' && (
                    <span data-side="before">
                      <VisuallyHidden>{words.before} </VisuallyHidden>
                      {textOf(field, field.before)}
                    </span>
                  )}
                  {action === 'update' && <span aria-hidden> → </span>}
                  {action !== 'delete' && (
                    <span data-side="after">
                      <VisuallyHidden>{words.after} </VisuallyHidden>
                      {textOf(field, field.after)}
                    </span>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function useFieldLabel(): (field: ChangedField) => string {
  const names: Readonly<Record<string, string>> = auditFields.useWords()
  return ({ path: [column, ...keys] }) => [names[column] ?? capitalized(spaced(column)), ...keys].join(' · ')
}

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/

function useValueText(
  { table }: Change,
  currency: string | undefined,
): (field: ChangedField, value: unknown) => string {
  const { yes, no } = common.useWords()
  const statuses: Readonly<Record<string, string>> = orderStatuses.useWords()
  return ({ path: [column, ...keys] }, value) => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? yes : no
    if (value instanceof Date) return formatTime(value)
    if (typeof value === 'number' && currency && keys.length === 0 && isMoney(column)) {
      return formatMoney(value, currency)
    }
    if (typeof value === 'string' && MOMENT.test(value)) {
      const moment = new Date(value)
      return Number.isNaN(moment.getTime()) ? value : formatTime(moment)
    }
    if (typeof value === 'string' && column.endsWith('status')) {
      const group = column === 'status' ? table : column.replace('_status', '')
      return statuses[`${group}_${value}`] ?? capitalized(spaced(value))
    }
    if (column === 'currency_code') return String(value).toUpperCase()
    return Array.isArray(value) ? value.map(partText).join(', ') : String(value)
  }
}

const partText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

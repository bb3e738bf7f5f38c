import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

interface ReasonSelectProps {
  label: string
  value: string | undefined
  onChange(reason: string | undefined): void
}

/** Asks for one of the return reasons of the shop. Shows nothing in a shop without reasons. */
export function ReasonSelect({ label, value, onChange }: ReasonSelectProps) {
  const { data } = useQuery(trpc.admin.returnReasons.list.queryOptions())
  const reasons = (data?.return_reasons ?? []).flatMap((reason) => [reason, ...(reason.return_reason_children ?? [])])
  if (reasons.length === 0) return null
  return (
    <Select
      label={label}
      data={reasons.map((reason) => ({ value: reason.id, label: reason.label }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      size="xs"
      clearable
    />
  )
}

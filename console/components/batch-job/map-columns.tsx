import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { shop } from '#console/app/api.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { MappingForm } from './mapping-form.tsx'

export type Preview = RouterOutputs['admin']['batchJobs']['previewMapping']
export type Columns = Record<string, string | null>

export interface ColumnMapping {
  name: string
  columns: Columns
}

interface MapColumnsProps {
  fileKey: string
  currency: string | undefined
  onCancel(): void
  /** The person has assigned the columns, and saved them if they shall be kept. */
  onMapped(mapping: ColumnMapping): void
}

/** Asks for the field of each column of a table that no program wrote, and shows the first products. */
export function MapColumns({ fileKey, currency, onCancel, onMapped }: MapColumnsProps) {
  const [chosen, setChosen] = useState<Columns>()
  const input = { file_key: fileKey, ...(chosen ? { columns: chosen } : {}), ...(currency ? { currency } : {}) }
  const { data, error } = useQuery({
    queryKey: ['import-mapping', input],
    queryFn: () => shop.admin.batchJobs.previewMapping.mutate(input),
    placeholderData: (previous) => previous,
    retry: false,
  })
  const [first, setFirst] = useState<Preview>()
  if (data && !first) setFirst(data)
  if (!first) return error ? <ErrorState error={error} retry={onCancel} /> : <LoadingLines lines={6} />
  const columns = chosen ?? columnsOf(first)
  return (
    <MappingForm
      {...{ first, columns, onCancel, onMapped, error }}
      rows={data?.rows ?? []}
      onChange={(title, field) => setChosen({ ...columns, [title]: field })}
    />
  )
}

const columnsOf = ({ columns }: Preview): Columns =>
  Object.fromEntries(columns.map(({ title, field }) => [title, field]))

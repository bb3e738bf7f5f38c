import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { formOfFiles } from '#console/app/form-of-files.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { ErrorState, useErrorText } from '#console/components/states.tsx'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import { common } from '#console/strings/common.ts'
import { importMapping } from '#console/strings/import-mapping.ts'
import { FileDrop } from '../file-drop.tsx'
import { ImportErrors } from './import-errors.tsx'
import { ImportNotices, ImportReport } from './import-report.tsx'
import { ImportSource } from './import-source.tsx'
import { ImportTaxes } from './import-taxes.tsx'
import { ImportedPictures } from './imported-pictures.tsx'
import { JobProgress } from './job-progress.tsx'
import type { ColumnMapping } from './map-columns.tsx'
import { UndoImport } from './undo-import.tsx'
import { type Job, useBatchJob } from './use-batch-job.ts'

interface CsvImportProps {
  /** The type of the batch job, such as `product-import`. */
  type: string
  /** Further values of its context, such as `{ price_list_id }`. */
  context?: Record<string, unknown>
  /** The text of the button that confirms. Default: Import. */
  confirmText?: string
  onImported(): void
}

const TABLE_NAME = /\.(csv|tsv|txt|xlsx)$/i
const WORKBOOK_NAME = /\.(xls|xlsm|xlsb|ods|numbers)$/i

/** The batch jobs that undo an import. */
const UNDO_TYPES: Readonly<Record<string, string>> = {
  'product-import': 'import-undo',
  'customer-import': 'customer-import-undo',
  'past-order-import': 'past-order-import-undo',
}

const CREATABLE = ['product_missing', 'variant_missing', 'collection_missing', 'category_missing', 'channel_missing']

const isSolvedByCreation = ({ reasons = [] }: { reasons?: readonly { name: string }[] | undefined }) =>
  reasons.some(({ name }) => CREATABLE.includes(name))

const MapColumns = lazyPart(async () => (await import('./map-columns.tsx')).MapColumns)

/** Whether a person can assign the columns. */
const isMappable = ({ result, context }: Job) =>
  result?.source?.is_mapped === true ||
  (context as { mapping?: unknown }).mapping !== undefined ||
  (result?.errors ?? []).some(({ reasons = [] }) => reasons.some(({ name }) => UNKNOWN_COLUMNS.includes(name)))

const UNKNOWN_COLUMNS = ['csv_column_unknown', 'csv_column_missing']

/** Checks a CSV file, shows the changes, and imports it after a confirmation. */
export function CsvImport({ type, context = {}, confirmText, onImported }: CsvImportProps) {
  const words = batchJobs.useWords()
  const { cancel } = common.useWords()
  const mapWords = importMapping.useWords()
  const textOf = useErrorText()
  const batch = useBatchJob(onImported)
  const [currency] = useCurrencies()
  const upload = useMutation(
    trpc.admin.uploads.createProtected.mutationOptions({
      ...shownInPlace,
      onSuccess: ({ uploads: [stored] }) =>
        batch.start({ type, context: { currency, ...context, fileKey: stored?.key }, dry_run: true }),
    }),
  )
  const [rejection, setRejection] = useState<string>()
  const [isMapping, setMapping] = useState(false)
  const chooseFile = (files: File[]) => {
    const rejected = files.filter(({ name }) => !TABLE_NAME.test(name))
    const texts = rejected.map(({ name }) => (WORKBOOK_NAME.test(name) ? words.isWorkbook(name) : words.isNoCsv(name)))
    if (files.length > 1) texts.push(words.oneFile)
    setRejection(texts.length > 0 ? texts.join(' ') : undefined)
    if (texts.length === 0) upload.mutate(formOfFiles(files))
  }
  const { job } = batch
  const restart = (
    <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={batch.reset}>
      {words.anotherFile}
    </Button>
  )
  const cancelButton = (
    <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={batch.cancel}>
      {cancel}
    </Button>
  )
  const mapButton = (text: string, variant: 'filled' | 'default') => (
    <Button variant={variant} style={{ alignSelf: 'flex-start' }} onClick={() => setMapping(true)}>
      {text}
    </Button>
  )
  const checkAgain = (order: Job, mapping: ColumnMapping) => {
    setMapping(false)
    const start = order.status === 'pre_processed' ? batch.restart : batch.start
    start({ type, context: { ...order.context, mapping }, dry_run: true })
  }
  if (isMapping && job)
    return (
      <Suspense fallback={<JobProgress job={undefined} text={words.checking} />}>
        <MapColumns
          fileKey={String(job.context.fileKey)}
          currency={currency}
          onCancel={() => setMapping(false)}
          onMapped={(mapping) => checkAgain(job, mapping)}
        />
      </Suspense>
    )
  if (batch.error) return <ErrorState error={batch.error} retry={batch.reset} />
  if (upload.isPending || batch.isStarting) return <JobProgress job={undefined} text={words.checking} />
  switch (job?.status) {
    case undefined:
      return (
        <Stack gap="sm">
          {upload.error && <Alert color="red">{textOf(upload.error)}</Alert>}
          {rejection && (
            <Alert color="red" role="alert">
              {rejection}
            </Alert>
          )}
          <FileDrop text={words.dropCsv} hint={words.csvHint} onDrop={chooseFile} />
        </Stack>
      )
    case 'created':
      return (
        <Stack gap="md">
          <JobProgress job={job} text={words.checking} />
          {cancelButton}
        </Stack>
      )
    case 'pre_processed':
      return (
        <Stack gap="md">
          {job.result?.source && (
            <ImportSource
              source={job.result.source}
              onCurrency={(code) => batch.restart({ type, context: { ...job.context, currency: code }, dry_run: true })}
            />
          )}
          {job.result?.tax_classes && (
            <ImportTaxes
              classes={job.result.tax_classes}
              onRates={(tax_classes) =>
                batch.restart({ type, context: { ...job.context, tax_classes }, dry_run: true })
              }
            />
          )}
          {type === 'product-import' && isMappable(job) && mapButton(mapWords.change, 'default')}
          <ImportReport job={job} />
          <Group>
            <Button onClick={batch.confirm}>{confirmText ?? words.confirmImport}</Button>
            {cancelButton}
          </Group>
        </Stack>
      )
    case 'confirmed':
    case 'processing':
      return (
        <Stack gap="md">
          <JobProgress job={job} text={words.importing} />
          {cancelButton}
        </Stack>
      )
    case 'completed':
      return (
        <Stack gap="md">
          <Alert color="teal" role="status">
            {words.imported(job.result?.count ?? 0)}
          </Alert>
          {type === 'product-import' && <ImportedPictures jobId={job.id} />}
          <ImportNotices notices={job.result?.notices ?? []} />
          {job.result?.ignored_quantities !== undefined && job.result.ignored_quantities > 0 && (
            <Text size="sm">{words.ignoredQuantities(job.result.ignored_quantities)}</Text>
          )}
          {restart}
          {UNDO_TYPES[type] && <UndoImport jobId={job.id} type={UNDO_TYPES[type]} />}
        </Stack>
      )
    case 'failed':
      return (
        <Stack gap="md">
          {type === 'product-import' && isMappable(job) && (
            <>
              <Text size="sm">{mapWords.startHint}</Text>
              {mapButton(mapWords.start, 'filled')}
            </>
          )}
          <ImportErrors errors={job.result?.errors ?? []} />
          {type === 'product-import' && job.result?.errors?.some(isSolvedByCreation) && (
            <>
              <Text size="sm">{words.createMissingHint}</Text>
              <Button
                style={{ alignSelf: 'flex-start' }}
                onClick={() =>
                  batch.start({ type, context: { ...job.context, new_ids: true, create_missing: true }, dry_run: true })
                }
              >
                {words.createMissing}
              </Button>
            </>
          )}
          {restart}
        </Stack>
      )
    case 'canceled':
      return (
        <Stack gap="md">
          <Alert color="gray">{words.canceled}</Alert>
          {restart}
        </Stack>
      )
  }
}

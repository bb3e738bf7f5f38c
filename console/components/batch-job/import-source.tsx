import { Alert, Group, Text } from '@mantine/core'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { Select } from '#console/components/late-select.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import type { Job } from './use-batch-job.ts'

interface ImportSourceProps {
  source: NonNullable<NonNullable<Job['result']>['source']>
  /** Checks the file again with another currency. */
  onCurrency(code: string): void
}

/** The program that wrote the file, and the currency of its prices. */
export function ImportSource({ source, onCurrency }: ImportSourceProps) {
  const words = batchJobs.useWords()
  const currencies = useCurrencies()
  const { program, currency_code, includes_tax } = source
  if (currency_code === undefined) return null
  return (
    <Alert color="blue" title={words.fileOf(program)}>
      <Group align="end" gap="md">
        <Select
          label={words.pricesAreIn}
          data={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
          value={currency_code}
          allowDeselect={false}
          w={160}
          onChange={(code) => code !== null && code !== currency_code && onCurrency(code)}
        />
        {includes_tax !== undefined && (
          <Text size="sm" maw={420}>
            {includes_tax ? words.pricesWithTax(currency_code) : words.pricesWithoutTax(currency_code)}{' '}
            <PageLink to="/settings/store" size="sm">
              {words.changeTaxes}
            </PageLink>
          </Text>
        )}
      </Group>
    </Alert>
  )
}

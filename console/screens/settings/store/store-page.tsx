import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'
import { CurrencyTaxes } from './currency-taxes.tsx'
import { LanguagesForm } from './languages-form.tsx'
import { StoreForm } from './store-form.tsx'

export function StorePage() {
  const words = settings.useWords()
  const { data, error } = useQuery(trpc.admin.store.get.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <SettingsPage title={words.store} width="form">
      <Stack gap="lg">
        <StoreForm store={data.store} />
        <LanguagesForm store={data.store} />
        <CurrencyTaxes currencies={data.store.currencies ?? []} />
      </Stack>
    </SettingsPage>
  )
}

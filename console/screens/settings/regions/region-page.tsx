import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { Page } from '#console/components/page.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TranslateButton } from '#console/components/translations/translate-button.tsx'
import { translatedRow } from '#console/components/translations/translated-row.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { RegionForm } from './region-form.tsx'
import { ShippingOptions } from './shipping-options.tsx'
import { TaxRates } from './tax-rates.tsx'

const regionRoute = getRouteApi('/shell/settings/regions/$id')

const EXPAND = 'countries,payment_providers,fulfillment_providers'

export function RegionPage() {
  const words = markets.useWords()
  const shared = settings.useWords()
  const navigate = regionRoute.useNavigate()
  const { id } = regionRoute.useParams()
  const { data, error } = useQuery(trpc.admin.regions.get.queryOptions({ id, expand: EXPAND }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { region } = data
  return (
    <Page
      title={region.name}
      back={{ to: '/settings/regions', text: shared.regions }}
      width="detail"
      actions={
        <>
          <TranslateButton name={region.name} rows={[translatedRow('region', region, ['name'])]} />
          <DeleteRow
            procedure={trpc.admin.regions.delete}
            input={{ id }}
            name={region.name}
            text={words.deleteRegionText}
            restorable={{ resource: 'region', id }}
            onDone={() => navigate({ to: '/settings/regions' })}
          />
        </>
      }
    >
      <Stack gap="lg">
        <RegionForm key={id} region={region} />
        <PluginFields
          table="region"
          row={region}
          action={trpc.admin.regions.update.mutationOptions()}
          identity={{ id }}
        />
        <ShippingOptions region={region} />
        <TaxRates region={region} />
      </Stack>
    </Page>
  )
}

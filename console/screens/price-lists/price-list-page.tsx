import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { Allowed } from '#console/components/allowed.tsx'
import type { Readable } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { priceLists } from '#console/strings/price-lists.ts'
import { Simulation } from '../promotions/simulation.tsx'
import { DeleteRow } from '../settings/delete-row.tsx'
import { ImportButton } from './import-prices.tsx'
import { PriceGrid } from './price-grid.tsx'
import { PriceListFields, type PriceListValues, toPriceListInput } from './price-list-fields.tsx'
import { PriceListStatus } from './price-list-status.tsx'

const priceListRoute = getRouteApi('/shell/price-lists/$id')

type PriceList = inferRouterOutputs<AppRouter>['admin']['priceLists']['get']['price_list']

export function PriceListPage() {
  const names = navigation.useWords()
  const words = priceLists.useWords()
  const navigate = useNavigate()
  const { id } = priceListRoute.useParams()
  const { data, error } = useQuery(trpc.admin.priceLists.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { price_list: list } = data
  return (
    <Page
      title={list.name}
      badges={<PriceListStatus list={list} />}
      subtitle={list.description}
      back={{ to: '/price-lists', text: names.priceLists }}
      actions={
        <>
          <Allowed needs="batchJobs.create">
            <ImportButton priceListId={list.id} />
          </Allowed>
          <DeleteRow
            procedure={trpc.admin.priceLists.delete}
            input={{ id }}
            name={list.name}
            text={words.deleteText}
            restorable={{ resource: 'price_list', id }}
            onDone={() => navigate({ to: '/price-lists' })}
          />
        </>
      }
    >
      <Stack gap="lg">
        <PriceGrid key={`prices ${list.id}`} priceListId={list.id} />
        <PriceListForm key={list.id} list={list} />
        <Simulation input={{ price_list_id: list.id }} />
      </Stack>
    </Page>
  )
}

function PriceListForm({ list }: { list: PriceList }) {
  const { name, description, type, status, starts_at, ends_at, customer_groups = [] } = list
  const values: PriceListValues = {
    ...{ name, description, type, status, starts_at, ends_at },
    customer_groups: customer_groups.map(({ id }) => id),
  }
  const toInput = (changes: Readable<PriceListValues>) => ({ id: list.id, ...toPriceListInput(changes) })
  const form = useProcedureForm({
    action: trpc.admin.priceLists.update.mutationOptions(),
    draft: list.id,
    values,
    toInput,
  })
  return (
    <ProcedureForm form={form}>
      <PriceListFields fields={form.fields} />
      <FormPreview form={form} procedure={trpc.admin.priceLists.update} input={form.input} />
    </ProcedureForm>
  )
}

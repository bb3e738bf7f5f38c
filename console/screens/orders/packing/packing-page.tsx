import { Alert, Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { type Language, useLanguage } from '#console/app/language.ts'
import { Page } from '#console/components/page.tsx'
import { EmptyState, ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { packing } from '#console/strings/packing.ts'
import classes from './documents.module.css'
import { PdfButton } from './pdf-button.tsx'
import { PickingSheet } from './picking-sheet.tsx'
import { SkippedOrders } from './skipped-orders.tsx'
import { SlipSheet } from './slip-sheet.tsx'

const packingRoute = getRouteApi('/shell/orders/packing')

/** The packing slips and the picking list of the orders and fulfillments in the address, to print or as a PDF. */
export function PackingPage() {
  const words = packing.useWords()
  const names = navigation.useWords()
  const language: Language = useLanguage()
  const navigate = useNavigate()
  const search = packingRoute.useSearch()
  const ids = [search.ids ?? []].flat()
  const kind = search.document === 'picking_list' ? 'picking_list' : 'packing_slips'
  const options = trpc.admin.orders.packingSlips.queryOptions({ ids, language })
  const { data, error } = useQuery({ ...options, enabled: ids.length > 0 })
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data && ids.length > 0) return <LoadingPage />
  const hasSlips = data !== undefined && data.packing_slips.length > 0
  return (
    <div>
      <div className={classes.screen}>
        <Page
          title={words.title}
          back={{ to: '/orders', text: names.orders }}
          width="detail"
          subtitle={words.orderCount(data?.packing_slips.length ?? 0)}
          actions={
            hasSlips && (
              <>
                <PdfButton input={{ ids, language, kind }} />
                <Button onClick={() => window.print()}>{words.print}</Button>
              </>
            )
          }
        >
          <Stack>
            {hasSlips ? (
              <Group>
                <SegmentedControl
                  aria-label={words.document}
                  value={kind}
                  data={[
                    { value: 'packing_slips', label: words.packingSlips },
                    { value: 'picking_list', label: words.pickingList },
                  ]}
                  onChange={(document) =>
                    void navigate({ to: '/orders/packing', search: { ids, document }, replace: true })
                  }
                />
              </Group>
            ) : (
              <EmptyState title={words.noOrders} hint={words.noOrdersHint} />
            )}
            {data?.has_unprintable_text && <Alert color="yellow">{words.unprintable}</Alert>}
            <SkippedOrders skipped={data?.skipped ?? []} />
          </Stack>
        </Page>
      </div>
      {hasSlips && (
        <div className={classes.documents}>
          {kind === 'picking_list' ? (
            <PickingSheet rows={data.picking_list} />
          ) : (
            data.packing_slips.map((slip) => (
              <SlipSheet key={slip.id} slip={slip} seller={data.seller} logo={data.logo} />
            ))
          )}
        </div>
      )}
    </div>
  )
}

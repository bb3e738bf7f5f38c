import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddButton } from '#console/components/action/add-button.tsx'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { ErrorPage, isLost } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'
import { tasks } from '#console/strings/tasks.ts'
import { operator } from './api.ts'
import { ShopProblems } from './shop-problems.tsx'
import { sizeText } from './size-text.ts'
import { UpgradeButton } from './upgrade-button.tsx'
import { versionText } from './version-text.ts'

const ImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog)
const NewShopDialog = lazyDialog(async () => (await import('./new-shop-dialog.tsx')).NewShopDialog)

/** A browser becomes slow with more rows. The search finds the others. */
const MAX_ROWS = 200

export function ShopList() {
  const words = operators.useWords()
  const texts = tasks.useWords()
  const [search, setSearch] = useState('')
  const { data, error } = useQuery({ ...operator.shops.list.queryOptions(), refetchInterval: 30_000 })
  if (isLost(error, data)) return <ErrorPage error={error} />
  const wanted = search.trim().toLowerCase()
  const shops = data?.shops.filter(({ id, hosts }) => [id, ...hosts].some((name) => name.includes(wanted)))
  return (
    <Page
      title={words.shops}
      actions={
        <>
          <UpgradeButton ids={(data?.shops ?? []).flatMap(({ id, status }) => (status === 'creating' ? [] : [id]))} />
          <DialogButton
            needs={operator.tasks.import.mutationKey()}
            text={texts.importShop}
            size="sm"
            dialog={(close) => <ImportDialog onClose={close} />}
          />
          <AddButton
            needs={operator.shops.create.mutationKey()}
            text={words.newShop}
            dialog={(close) => <NewShopDialog onClose={close} />}
          />
        </>
      }
    >
      <TextInput
        aria-label={words.search}
        placeholder={words.search}
        mb="md"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <TableSection
        title={words.shops}
        rows={shops?.slice(0, MAX_ROWS)}
        empty={wanted ? words.noMatch : words.noShops}
        isStacked
        columns={[
          {
            key: 'id',
            title: words.shop,
            cell: ({ id }) => (
              <PageLink to="/operator/shops/$id" params={{ id }}>
                {id}
              </PageLink>
            ),
          },
          { key: 'status', title: words.status, cell: (shop) => <ShopProblems shop={shop} /> },
          {
            key: 'order',
            title: words.lastOrder,
            cell: ({ last_order_at: at }) => (at ? <Time at={at} /> : '–'),
          },
          {
            key: 'request',
            title: words.lastRequest,
            cell: ({ last_request_at: at }) => (at ? <Time at={at} /> : '–'),
          },
          { key: 'hosts', title: words.hosts, cell: ({ hosts }) => hosts.join(', ') || '–' },
          { key: 'server', title: words.server, cell: ({ server }) => server },
          { key: 'version', title: words.schemaVersion, cell: ({ schema_version }) => versionText(schema_version) },
          { key: 'size', title: words.size, align: 'end', cell: ({ size }) => sizeText(size) },
        ]}
      />
      {shops && shops.length > MAX_ROWS && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.moreShops(shops.length - MAX_ROWS)}
        </Text>
      )}
    </Page>
  )
}

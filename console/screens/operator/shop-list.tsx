import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { ErrorPage, isLost } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { operators } from '#console/strings/operators.ts'
import { operator } from './api.ts'
import { NewShopDialog } from './new-shop-dialog.tsx'
import { ShopStatus } from './shop-status.tsx'
import { sizeText } from './size-text.ts'
import { UpgradeButton } from './upgrade-button.tsx'

/** A browser becomes slow with more rows. The search finds the others. */
const MAX_ROWS = 200

export function ShopList() {
  const words = operators.useWords()
  const [isCreating, setCreating] = useState(false)
  const [search, setSearch] = useState('')
  const { data, error } = useQuery(operator.shops.list.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  const wanted = search.trim().toLowerCase()
  const shops = data?.shops.filter(({ id, hosts }) => [id, ...hosts].some((name) => name.includes(wanted)))
  return (
    <Page
      title={words.shops}
      actions={
        <>
          <UpgradeButton ids={(data?.shops ?? []).flatMap(({ id, status }) => (status === 'creating' ? [] : [id]))} />
          <Button onClick={() => setCreating(true)}>{words.newShop}</Button>
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
          { key: 'status', title: words.status, cell: ({ status }) => <ShopStatus status={status} /> },
          { key: 'hosts', title: words.hosts, cell: ({ hosts }) => hosts.join(', ') || '–' },
          { key: 'size', title: words.size, align: 'end', cell: ({ size }) => sizeText(size) },
        ]}
      />
      {shops && shops.length > MAX_ROWS && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.moreShops(shops.length - MAX_ROWS)}
        </Text>
      )}
      {isCreating && <NewShopDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

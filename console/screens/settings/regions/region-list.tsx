import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { countryName } from '#console/components/countries.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { PageButton } from '#console/components/page-link.tsx'
import { percentText } from '#console/components/percent-text.ts'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'

const regionsRoute = getRouteApi('/shell/settings/regions')

export function RegionList() {
  const words = markets.useWords()
  const shared = settings.useWords()
  const list = useList(regionsRoute.useSearch())
  const own = useListFields('region', list)
  const shown = useRowList(
    list,
    trpc.admin.regions.list.infiniteQueryOptions(
      { ...list.input, ...own.input, limit: 100, expand: 'countries' },
      cursorPages,
    ),
    (page) => page.regions,
  )
  const newRegion = (
    <Group gap="sm">
      <PageButton to="/settings/regions/countries" variant="default">
        {words.sellInCountries}
      </PageButton>
      <PageButton to="/settings/regions/new">{words.newRegion}</PageButton>
    </Group>
  )
  return (
    <SettingsPage title={shared.regions} actions={newRegion}>
      <ListScreen
        name="regions"
        {...shown}
        filters={own.filters}
        nameOf={({ name }) => name}
        page="/settings/regions/$id"
        searchHint={words.regionSearch}
        empty={{ title: shared.regions, hint: words.regionsEmpty, action: newRegion }}
        columns={[
          {
            key: 'name',
            title: shared.name,
            sort: 'name',
            isLink: true,
            cell: ({ name }) => name,
          },
          {
            key: 'countries',
            title: words.countries,
            width: 'minmax(0, 2fr)',
            isWideOnly: true,
            cell: ({ countries = [] }) =>
              countries.length > 4
                ? words.countryCount(countries.length)
                : countries.map(({ iso_2 }) => countryName(iso_2)).join(', '),
          },
          {
            key: 'currency',
            title: shared.currency,
            width: '7rem',
            cell: ({ currency_code }) => currency_code.toUpperCase(),
          },
          { key: 'tax', title: words.rate, width: '6rem', align: 'end', cell: ({ tax_rate }) => percentText(tax_rate) },
          ...own.columns,
        ]}
      />
    </SettingsPage>
  )
}

import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { markets } from '#console/strings/markets.ts'
import { PageLink } from './page-link.tsx'

/** For forms that need a region: leads to the first one, if the shop has none. */
export function NoRegions() {
  const words = markets.useWords()
  const { data } = useQuery(trpc.admin.regions.list.queryOptions({ limit: 200, expand: '' }))
  if (data?.regions.length !== 0) return null
  return (
    <Alert mb="md">
      {words.noRegions} <PageLink to="/settings/regions/new">{words.newRegion}</PageLink>
    </Alert>
  )
}

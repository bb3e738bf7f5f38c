import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '#console/app/permissions.ts'
import { MissingRightPage } from '#console/components/missing-right.tsx'
import { Page } from '#console/components/page.tsx'
import { pluginsQuery } from '#console/components/plugin-fields/plugin-field.ts'
import { PluginFrame } from '#console/components/plugin-parts/plugin-frame.tsx'
import { isShown } from '#console/components/plugin-parts/use-shown-plugins.ts'
import { ErrorPage, isLost, LoadingPage, NotFoundPage } from '#console/components/states.tsx'

const pluginRoute = getRouteApi('/shell/plugin/$name')

/** The page of a plugin in a frame. */
export function PluginPage() {
  const { name } = pluginRoute.useParams()
  const { data, error } = useQuery(pluginsQuery())
  const may = useMay()
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const plugin = data.plugins.find((one) => one.name === name)
  if (!plugin?.page) return <NotFoundPage />
  const { page, procedures } = plugin
  if (!isShown(plugin, may)) return <MissingRightPage procedure={procedures[0] ?? ''} />
  return (
    <Page title={page.title}>
      <PluginFrame title={page.title} path={page.path} />
    </Page>
  )
}

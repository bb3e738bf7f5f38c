import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '#console/components/page.tsx'
import { pluginsQuery } from '#console/components/plugin-fields/plugin-field.ts'
import { PluginFrame } from '#console/components/plugin-parts/plugin-frame.tsx'
import { ErrorPage, isLost, LoadingPage, NotFoundPage } from '#console/components/states.tsx'

const pluginRoute = getRouteApi('/shell/plugin/$name')

/** The page of a plugin in a frame. */
export function PluginPage() {
  const { name } = pluginRoute.useParams()
  const { data, error } = useQuery(pluginsQuery())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const page = data.plugins.find((plugin) => plugin.name === name)?.page
  if (!page) return <NotFoundPage />
  return (
    <Page title={page.title}>
      <PluginFrame title={page.title} path={page.path} />
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageUrl } from '#console/app/address.ts'
import { Page } from '#console/components/page.tsx'
import { pluginsQuery } from '#console/components/plugin-fields/plugin-field.ts'
import { ErrorPage, isLost, LoadingPage, NotFoundPage } from '#console/components/states.tsx'
import classes from './plugin-page.module.css'

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
      <iframe key={name} title={page.title} src={pageUrl(page.path)} className={classes.frame} />
    </Page>
  )
}

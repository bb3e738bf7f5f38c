import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { notifyDone } from '#console/components/notify.ts'
import { Page } from '#console/components/page.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { apps } from '#console/strings/apps.ts'
import { settings } from '#console/strings/settings.ts'

const appRoute = getRouteApi('/shell/settings/apps/$name')

/** An OAuth provider redirects to this page with a code, which is exchanged for tokens once. */
export function AuthorizeApp() {
  const words = apps.useWords()
  const shared = settings.useWords()
  const navigate = appRoute.useNavigate()
  const { name } = appRoute.useParams()
  const { state, code } = appRoute.useSearch()
  const isSent = useRef(false)
  const { mutate, error } = useMutation(
    trpc.admin.apps.authorize.mutationOptions({
      ...shownInPlace,
      onSuccess: async () => {
        notifyDone(words.connected)
        await navigate({ to: '/settings/apps', replace: true })
      },
    }),
  )
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({ application_name: name, state: String(state ?? ''), code: String(code ?? '') })
  }, [mutate, name, state, code])
  return (
    <Page title={shared.apps} back={{ to: '/settings/apps', text: shared.apps }} width="form">
      {error ? <ErrorState error={error} /> : <Text role="status">{words.connecting}</Text>}
    </Page>
  )
}

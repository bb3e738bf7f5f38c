import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { queryClient, trpc } from '#console/app/api.ts'
import { DeviceTable } from '#console/components/account/device-table.tsx'
import { account } from '#console/strings/account.ts'

/** The devices on which the user is signed in. */
export function SessionList() {
  const words = account.useWords()
  const router = useRouter()
  const { data, error } = useQuery(trpc.admin.account.sessions.queryOptions())
  return (
    <DeviceTable
      sessions={data?.sessions}
      error={error}
      endSession={trpc.admin.account.endSession}
      inputOf={(id) => ({ id })}
      logOutEverywhere={trpc.admin.account.logOutEverywhere}
      logOutText={words.logOutText}
      onLoggedOut={async () => {
        await router.navigate({ to: '/sign-in' })
        queryClient.clear()
      }}
    />
  )
}

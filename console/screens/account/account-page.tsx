import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Page } from '#console/components/page.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { account } from '#console/strings/account.ts'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { SessionList } from './session-list.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** The account of the signed-in user. */
export function AccountPage() {
  const words = account.useWords()
  const { data, error } = useQuery(trpc.admin.auth.current.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <Page title={words.title} width="form">
      <Stack gap="lg">
        <ProfileForm user={data.user} />
        <SignInSection email={data.user.email} />
        <SecondFactorSection />
        <SessionList />
      </Stack>
    </Page>
  )
}

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppRow } from '#console/components/account/app-row.tsx'
import { DeviceTable } from '#console/components/account/device-table.tsx'
import { RecoveryCodesRow } from '#console/components/account/recovery-codes-row.tsx'
import { Page } from '#console/components/page.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { account } from '#console/strings/account.ts'
import { operators } from '#console/strings/operators.ts'
import { endSession, operator, operatorClient, refresh } from './api.ts'
import { OwnPassword } from './own-password.tsx'

/** The account of the operator. */
export function AccountPage() {
  const words = account.useWords()
  const { data } = useQuery(operator.account.current.queryOptions())
  return (
    <Page title={words.title} {...(data ? { subtitle: data.email } : {})} width="form">
      <Stack gap="lg">
        <OwnPassword />
        <SecondFactor />
        <Sessions />
      </Stack>
    </Page>
  )
}

function SecondFactor() {
  const words = account.useWords()
  const { data, error } = useQuery(operator.account.secondFactor.queryOptions())
  return (
    <Section title={words.secondFactor}>
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={3} />}
      {data && (
        <Stack>
          <Text size="sm" c="var(--quiet)">
            {words.secondFactorText}
          </Text>
          <AppRow
            hasApp={data.has_app}
            offer={() => operatorClient.account.beginApp.mutate({})}
            addApp={operator.account.addApp}
            removeApp={operator.account.removeApp}
            onChanged={refresh}
          />
          {data.has_app && (
            <RecoveryCodesRow
              left={data.recovery_codes_left}
              procedure={operator.account.renewRecoveryCodes}
              onChanged={refresh}
            />
          )}
        </Stack>
      )}
    </Section>
  )
}

function Sessions() {
  const { logOutText } = operators.useWords()
  const { data, error } = useQuery(operator.account.sessions.queryOptions())
  return (
    <DeviceTable
      sessions={data?.sessions}
      error={error}
      endSession={operator.account.endSession}
      inputOf={(session_id) => ({ session_id })}
      logOutEverywhere={operator.account.logOutEverywhere}
      logOutText={logOutText}
      onEnded={refresh}
      onLoggedOut={endSession}
    />
  )
}

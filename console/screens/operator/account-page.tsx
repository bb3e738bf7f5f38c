import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppRow } from '#console/components/account/app-row.tsx'
import { DeviceTable } from '#console/components/account/device-table.tsx'
import { RecoveryCodesRow } from '#console/components/account/recovery-codes-row.tsx'
import { SecondFactorFrame } from '#console/components/account/second-factor-frame.tsx'
import { Page } from '#console/components/page.tsx'
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
  const { data, error } = useQuery(operator.account.secondFactor.queryOptions())
  return (
    <SecondFactorFrame factor={data} error={error}>
      {(factor) => (
        <>
          <AppRow
            hasApp={factor.has_app}
            offer={() => operatorClient.account.beginApp.mutate({})}
            addApp={operator.account.addApp}
            removeApp={operator.account.removeApp}
            onChanged={refresh}
          />
          {factor.has_app && (
            <RecoveryCodesRow
              left={factor.recovery_codes_left}
              procedure={operator.account.renewRecoveryCodes}
              onChanged={refresh}
            />
          )}
        </>
      )}
    </SecondFactorFrame>
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

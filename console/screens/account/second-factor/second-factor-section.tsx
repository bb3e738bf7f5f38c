import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shop, trpc } from '#console/app/api.ts'
import { AppRow } from '#console/components/account/app-row.tsx'
import { RecoveryCodesRow } from '#console/components/account/recovery-codes-row.tsx'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { Section } from '#console/components/section.tsx'
import { hasPasskeys } from '#console/components/sign-in/passkey.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { account } from '#console/strings/account.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { PasskeyList } from './passkey-list.tsx'

/** The authenticator app, the passkeys and the recovery codes of the user. */
export function SecondFactorSection() {
  const words = account.useWords()
  const { data, error } = useQuery(trpc.admin.account.secondFactor.queryOptions())
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
            offer={() => shop.admin.account.beginApp.mutate()}
            addApp={trpc.admin.account.addApp}
            removeApp={trpc.admin.account.removeApp}
          />
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {words.passkeys}
            </Text>
            {hasPasskeys() && (
              <DialogButton
                needs="account.addPasskey"
                text={words.addPasskey}
                dialog={(close) => <PasskeyDialog onClose={close} />}
              />
            )}
          </Group>
          <PasskeyList passkeys={data.passkeys} />
          {(data.has_app || data.passkeys.length > 0) && (
            <RecoveryCodesRow left={data.recovery_codes_left} procedure={trpc.admin.account.renewRecoveryCodes} />
          )}
        </Stack>
      )}
    </Section>
  )
}

import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shop, trpc } from '#console/app/api.ts'
import { AppRow } from '#console/components/account/app-row.tsx'
import { RecoveryCodesRow } from '#console/components/account/recovery-codes-row.tsx'
import { SecondFactorFrame } from '#console/components/account/second-factor-frame.tsx'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { hasPasskeys } from '#console/components/sign-in/passkey.ts'
import { account } from '#console/strings/account.ts'
import { PasskeyList } from './passkey-list.tsx'

const PasskeyDialog = lazyDialog(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog)

/** The authenticator app, the passkeys and the recovery codes of the user. */
export function SecondFactorSection() {
  const words = account.useWords()
  const { data, error } = useQuery(trpc.admin.account.secondFactor.queryOptions())
  return (
    <SecondFactorFrame factor={data} error={error}>
      {(factor) => (
        <>
          <AppRow
            hasApp={factor.has_app}
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
          <PasskeyList passkeys={factor.passkeys} />
          {(factor.has_app || factor.passkeys.length > 0) && (
            <RecoveryCodesRow left={factor.recovery_codes_left} procedure={trpc.admin.account.renewRecoveryCodes} />
          )}
        </>
      )}
    </SecondFactorFrame>
  )
}

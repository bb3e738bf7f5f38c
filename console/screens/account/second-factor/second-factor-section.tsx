import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { Section } from '#console/components/section.tsx'
import { hasPasskeys } from '#console/components/sign-in/passkey.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { account } from '#console/strings/account.ts'
import { AppDialog } from './app-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useRecoveryCodes } from './use-recovery-codes.tsx'

/** The authenticator app, the passkeys and the recovery codes of the user. */
export function SecondFactorSection() {
  const words = account.useWords()
  const showCodes = useRecoveryCodes()
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
          <Group justify="space-between">
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {words.app}
              </Text>
              <StatusBadge tone={toneOfSetting(data.has_app)} text={data.has_app ? words.appOn : words.off} />
            </Group>
            <Group gap="xs">
              <DialogButton
                needs="account.addApp"
                text={data.has_app ? words.replaceApp : words.setUp}
                {...(data.has_app ? {} : { label: words.setUpApp })}
                dialog={(close) => <AppDialog onClose={close} />}
              />
              {data.has_app && (
                <DialogButton
                  needs="account.removeApp"
                  text={words.remove}
                  label={words.removeApp}
                  dialog={(close) => (
                    <PasswordDialog
                      procedure={trpc.admin.account.removeApp}
                      input={{}}
                      title={words.removeApp}
                      action={words.remove}
                      done={words.removed}
                      onClose={close}
                    />
                  )}
                />
              )}
            </Group>
          </Group>
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
            <Group justify="space-between">
              <div>
                <Text size="sm" fw={600}>
                  {words.recoveryCodes}
                </Text>
                <Text size="sm" c="var(--quiet)">
                  {words.recoveryCodesLeft(data.recovery_codes_left)}
                </Text>
              </div>
              <DialogButton
                needs="account.renewRecoveryCodes"
                text={words.renewCodes}
                dialog={(close) => (
                  <PasswordDialog
                    procedure={trpc.admin.account.renewRecoveryCodes}
                    input={{}}
                    title={words.renewCodesTitle}
                    text={words.renewCodesText}
                    action={words.renewCodes}
                    onDone={({ recovery_codes }) => showCodes(recovery_codes)}
                    onClose={close}
                  />
                )}
              />
            </Group>
          )}
        </Stack>
      )}
    </Section>
  )
}

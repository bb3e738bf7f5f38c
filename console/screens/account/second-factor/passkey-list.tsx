import { Group, Stack, Text } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { hasPasskeys } from '#console/components/sign-in/passkey.ts'
import { Time } from '#console/components/time.tsx'
import { account } from '#console/strings/account.ts'

const PasswordDialog = lazyDialog(
  async () => (await import('#console/components/account/password-dialog.tsx')).PasswordDialog,
)

type Passkeys = RouterOutputs['admin']['account']['secondFactor']['passkeys']

export function PasskeyList({ passkeys }: { passkeys: Passkeys }) {
  const words = account.useWords()
  if (passkeys.length === 0)
    return (
      <Text size="sm" c="var(--quiet)">
        {hasPasskeys() ? words.noPasskeys : words.passkeysUnavailable}
      </Text>
    )
  return (
    <Stack gap="xs">
      {passkeys.map(({ id, name, last_used_at }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              {name}
            </Text>
            <Text size="sm" c="var(--quiet)">
              {last_used_at ? (
                <>
                  {words.lastUsed} <Time at={last_used_at} />
                </>
              ) : (
                words.never
              )}
            </Text>
          </div>
          <DialogButton
            needs="account.removePasskey"
            text={words.remove}
            label={words.removePasskey(name)}
            dialog={(close) => (
              <PasswordDialog
                procedure={trpc.admin.account.removePasskey}
                input={{ id }}
                title={words.removePasskey(name)}
                action={words.remove}
                done={words.removed}
                onClose={close}
              />
            )}
          />
        </Group>
      ))}
    </Stack>
  )
}

import { Group, Text } from '@mantine/core'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import type { Procedure } from '#console/components/action/procedure.ts'
import { account } from '#console/strings/account.ts'
import { lazyDialog } from '../action/lazy-dialog.tsx'
import { useRecoveryCodes } from './use-recovery-codes.tsx'

const PasswordDialog = lazyDialog(async () => (await import('./password-dialog.tsx')).PasswordDialog)

interface RecoveryCodesRowProps {
  /** The number of unused codes. */
  left: number
  procedure: Procedure<{ password: string }, { recovery_codes: string[] }>
  onChanged?(): void | Promise<void>
}

export function RecoveryCodesRow({ left, procedure, onChanged }: RecoveryCodesRowProps) {
  const words = account.useWords()
  const showCodes = useRecoveryCodes()
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" fw={600}>
          {words.recoveryCodes}
        </Text>
        <Text size="sm" c="var(--quiet)">
          {words.recoveryCodesLeft(left)}
        </Text>
      </div>
      <DialogButton
        needs="account.renewRecoveryCodes"
        text={words.renewCodes}
        dialog={(close) => (
          <PasswordDialog
            procedure={procedure}
            input={{}}
            title={words.renewCodesTitle}
            text={words.renewCodesText}
            action={words.renewCodes}
            onDone={({ recovery_codes }) => {
              showCodes(recovery_codes)
              void onChanged?.()
            }}
            onClose={close}
          />
        )}
      />
    </Group>
  )
}

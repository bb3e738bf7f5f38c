import { Group, Text } from '@mantine/core'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import type { Procedure } from '#console/components/action/procedure.ts'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { account } from '#console/strings/account.ts'
import { lazyDialog } from '../action/lazy-dialog.tsx'
import type { AppDialogProps } from './app-dialog.tsx'

const AppDialog = lazyDialog(async () => (await import('./app-dialog.tsx')).AppDialog)
const PasswordDialog = lazyDialog(async () => (await import('./password-dialog.tsx')).PasswordDialog)

interface AppRowProps extends Omit<AppDialogProps, 'onClose'> {
  hasApp: boolean
  removeApp: Procedure<{ password: string }, unknown>
}

/** Sets up, replaces and removes the authenticator app of the account. */
export function AppRow({ hasApp, removeApp, ...app }: AppRowProps) {
  const words = account.useWords()
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {words.app}
        </Text>
        <StatusBadge tone={toneOfSetting(hasApp)} text={hasApp ? words.appOn : words.off} />
      </Group>
      <Group gap="xs">
        <DialogButton
          needs="account.addApp"
          text={hasApp ? words.replaceApp : words.setUp}
          {...(hasApp ? {} : { label: words.setUpApp })}
          dialog={(close) => <AppDialog {...app} onClose={close} />}
        />
        {hasApp && (
          <DialogButton
            needs="account.removeApp"
            text={words.remove}
            label={words.removeApp}
            dialog={(close) => (
              <PasswordDialog
                procedure={removeApp}
                input={{}}
                title={words.removeApp}
                action={words.remove}
                done={words.removed}
                onDone={() => void app.onChanged?.()}
                onClose={close}
              />
            )}
          />
        )}
      </Group>
    </Group>
  )
}

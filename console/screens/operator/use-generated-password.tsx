import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { operators } from '#console/strings/operators.ts'
import { refresh } from './api.ts'

const SecretDialog = lazyDialog(async () => (await import('#console/components/secret-dialog.tsx')).SecretDialog)

interface GeneratedPasswordOptions {
  onClose(): void
  /** Called after an action without a new password. Default: `onClose`. */
  onDone?(): void
}

interface GeneratedPassword {
  onSaved(added: { generated_password: string | null }): Promise<void>
  /** Replaces the form of the action once there is a password. */
  dialog: ReactNode
}

/** Shows the password of a new person once, after the action that has generated it. */
export function useGeneratedPassword({ onClose, onDone = onClose }: GeneratedPasswordOptions): GeneratedPassword {
  const words = operators.useWords()
  const [password, setPassword] = useState<string>()
  return {
    async onSaved({ generated_password }) {
      await refresh()
      if (generated_password) setPassword(generated_password)
      else onDone()
    },
    dialog: password !== undefined && (
      <SecretDialog title={words.password} secret={password} text={words.passwordOnce} onClose={onClose} />
    ),
  }
}

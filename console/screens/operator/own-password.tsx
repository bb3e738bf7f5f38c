import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { notifyDone } from '#console/components/notify.ts'
import { Section } from '#console/components/section.tsx'
import { PasswordField } from '#console/components/sign-in/password-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { account } from '#console/strings/account.ts'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator, refresh } from './api.ts'

/** Changes the password of the operator, and ends its other sessions. */
export function OwnPassword() {
  const words = operators.useWords()
  const { save } = common.useWords()
  const texts = account.useWords()
  const [passwords, setPasswords] = useState({ password: '', new_password: '' })
  const change = useMutation({
    ...operator.account.changePassword.mutationOptions(),
    ...shownInPlace,
    onSuccess: async () => {
      setPasswords({ password: '', new_password: '' })
      notifyDone(texts.passwordChanged)
      await refresh()
    },
  })
  return (
    <Section title={words.ownPassword}>
      <Text size="sm" c="var(--quiet)" mb="sm">
        {texts.passwordHint}
      </Text>
      <SessionForm
        error={change.error}
        isPending={change.isPending}
        action={save}
        onSubmit={() => change.mutate(passwords)}
      >
        <PasswordField
          label={texts.currentPassword}
          value={passwords.password}
          onChange={(password) => setPasswords({ ...passwords, password })}
        />
        <PasswordField
          label={texts.newPassword}
          isNew
          value={passwords.new_password}
          onChange={(new_password) => setPasswords({ ...passwords, new_password })}
        />
      </SessionForm>
    </Section>
  )
}

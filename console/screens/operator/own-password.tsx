import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { notifyDone } from '#console/components/notify.ts'
import { Section } from '#console/components/section.tsx'
import { PasswordField } from '#console/components/sign-in/password-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { session } from '#console/strings/session.ts'
import { operator } from './api.ts'

/** Changes the password of the operator, and ends its other sessions. */
export function OwnPassword() {
  const words = operators.useWords()
  const { saved, save } = common.useWords()
  const texts = session.useWords()
  const [passwords, setPasswords] = useState({ password: '', new_password: '' })
  const change = useMutation({
    ...operator.account.changePassword.mutationOptions(),
    ...shownInPlace,
    onSuccess: () => {
      setPasswords({ password: '', new_password: '' })
      notifyDone(saved)
    },
  })
  return (
    <Section title={words.ownPassword}>
      <SessionForm
        error={change.error}
        isPending={change.isPending}
        action={save}
        onSubmit={() => change.mutate(passwords)}
      >
        <PasswordField
          label={texts.password}
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

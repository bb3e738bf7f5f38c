import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Section } from '#console/components/section.tsx'
import { account } from '#console/strings/account.ts'

/** The e-mail and the password of the user. */
export function SignInSection({ email }: { email: string }) {
  const words = account.useWords()
  return (
    <Section title={words.signIn}>
      <Stack>
        <Group justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={600}>
              {words.email}
            </Text>
            <Text size="sm" truncate>
              {email}
            </Text>
          </div>
          <DialogButton
            needs="account.changeEmail"
            text={words.change}
            label={words.changeEmail}
            dialog={(close) => <EmailDialog onClose={close} />}
          />
        </Group>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600}>
            {words.password}
          </Text>
          <DialogButton
            needs="account.changePassword"
            text={words.change}
            label={words.changePassword}
            dialog={(close) => <NewPasswordDialog onClose={close} />}
          />
        </Group>
      </Stack>
    </Section>
  )
}

function EmailDialog({ onClose }: { onClose(): void }) {
  const words = account.useWords()
  const form = useProcedureForm({
    action: trpc.admin.account.changeEmail.mutationOptions({ gcTime: 0 }),
    values: { email: '', password: '' },
    toInput: (values) => values,
    required: ['email', 'password'],
    onSaved: endDialog(words.emailChanged, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.changeEmail} onClose={onClose} size="md">
      <TextInput label={words.newEmail} type="email" autoComplete="email" data-autofocus {...getInputProps('email')} />
      <PasswordInput label={words.currentPassword} autoComplete="current-password" {...getInputProps('password')} />
    </FormDialog>
  )
}

function NewPasswordDialog({ onClose }: { onClose(): void }) {
  const words = account.useWords()
  const form = useProcedureForm({
    action: trpc.admin.account.changePassword.mutationOptions({ gcTime: 0 }),
    values: { password: '', new_password: '' },
    toInput: (values) => values,
    required: ['password', 'new_password'],
    onSaved: endDialog(words.passwordChanged, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.changePassword} onClose={onClose} size="md">
      <PasswordInput
        label={words.currentPassword}
        autoComplete="current-password"
        data-autofocus
        {...getInputProps('password')}
      />
      <PasswordInput
        label={words.newPassword}
        description={words.passwordHint}
        autoComplete="new-password"
        {...getInputProps('new_password')}
      />
    </FormDialog>
  )
}

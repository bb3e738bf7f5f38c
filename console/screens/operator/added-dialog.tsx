import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { SecretDialog } from '#console/components/secret-dialog.tsx'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator, refresh } from './api.ts'

/** Adds an operator, or a member of the shop, and shows the password of a new person once. */
export function AddedDialog({ shop, onClose }: { shop?: string; onClose(): void }) {
  const words = operators.useWords()
  const { saved } = common.useWords()
  const [secret, setSecret] = useState<string>()
  const end = endDialog(saved, onClose)
  const shared = {
    onSaved: async ({ generated_password }: { generated_password: string | null }) => {
      await refresh()
      if (generated_password) setSecret(generated_password)
      else end()
    },
  }
  const member = useProcedureForm({
    ...shared,
    required: ['email'],
    action: operator.members.add.mutationOptions(),
    values: { email: '', role: '' },
    draft: shop ?? '',
    toInput: ({ email, role }) => ({ shop: shop ?? '', email, ...(role ? { role } : {}) }),
  })
  const person = useProcedureForm({
    ...shared,
    required: ['email'],
    action: operator.operators.add.mutationOptions(),
    values: { email: '' },
    toInput: ({ email }) => ({ email }),
  })
  if (secret !== undefined)
    return <SecretDialog title={words.password} secret={secret} text={words.passwordOnce} onClose={onClose} />
  if (shop === undefined)
    return (
      <FormDialog form={person} title={words.addOperator} action={words.add} onClose={onClose}>
        <TextInput label={words.email} type="email" required data-autofocus {...person.fields.getInputProps('email')} />
      </FormDialog>
    )
  return (
    <FormDialog form={member} title={words.addMember} action={words.add} onClose={onClose}>
      <TextInput
        label={words.email}
        description={words.memberHint}
        type="email"
        required
        data-autofocus
        {...member.fields.getInputProps('email')}
      />
      <TextInput label={words.role} description={words.roleHint} {...member.fields.getInputProps('role')} />
    </FormDialog>
  )
}

import { Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shop, trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { notifyDone } from '#console/components/notify.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { account } from '#console/strings/account.ts'
import { QrCode } from './qr-code.tsx'
import { useRecoveryCodes } from './use-recovery-codes.tsx'

export function AppDialog({ onClose }: { onClose(): void }) {
  const words = account.useWords()
  const showCodes = useRecoveryCodes()
  // A new secret for each dialog, which nothing keeps.
  const setup = useQuery({
    queryKey: ['new authenticator app'],
    queryFn: () => shop.admin.account.beginApp.mutate(),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useProcedureForm({
    action: trpc.admin.account.addApp.mutationOptions({ gcTime: 0 }),
    values: { code: '', password: '' },
    toInput: (values) => ({ ...values, token: setup.data?.token ?? '' }),
    required: ['code', 'password'],
    onSaved: ({ recovery_codes }) => {
      onClose()
      notifyDone(words.appDone)
      if (recovery_codes) showCodes(recovery_codes)
    },
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.setUpApp} action={words.setUp} onClose={onClose} size="md">
      {setup.error && <ErrorState error={setup.error} />}
      {setup.isPending && <LoadingLines lines={3} />}
      {setup.data && (
        <Stack>
          <Text size="sm">{words.scan}</Text>
          <QrCode text={setup.data.uri} label={words.qrCode} />
          <div>
            <Text size="sm">{words.typeKey}</Text>
            <Code data-secret>{setup.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
          </div>
          <TextInput
            label={words.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            {...getInputProps('code')}
          />
          <PasswordInput label={words.currentPassword} autoComplete="current-password" {...getInputProps('password')} />
        </Stack>
      )}
    </FormDialog>
  )
}

import { Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterInputs, RouterOutputs } from '#client/index.ts'
import type { Procedure } from '#console/components/action/procedure.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { notifyDone } from '#console/components/notify.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { account } from '#console/strings/account.ts'
import { QrCode } from './qr-code.tsx'
import { useRecoveryCodes } from './use-recovery-codes.tsx'

export interface AppDialogProps {
  /** Returns a new secret. */
  offer(): Promise<RouterOutputs['admin']['account']['beginApp']>
  addApp: Procedure<RouterInputs['admin']['account']['addApp'], RouterOutputs['admin']['account']['addApp']>
  onChanged?: (() => void | Promise<void>) | undefined
  onClose(): void
}

export function AppDialog({ offer, addApp, onChanged, onClose }: AppDialogProps) {
  const words = account.useWords()
  const showCodes = useRecoveryCodes()
  // A new secret for each dialog, which nothing keeps.
  const setup = useQuery({
    queryKey: ['new authenticator app'],
    queryFn: offer,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useProcedureForm({
    action: { ...addApp.mutationOptions(), ...KEPT_NOWHERE },
    values: { code: '', password: '' },
    toInput: (values) => ({ ...values, token: setup.data?.token ?? '' }),
    required: ['code', 'password'],
    onSaved: async ({ recovery_codes }) => {
      await onChanged?.()
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

const KEPT_NOWHERE = { gcTime: 0 }

import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { CopyTextButton } from '#console/components/copy-text-button.tsx'
import { DialogForm } from '#console/components/dialog-form.tsx'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { paymentLinks } from '#console/strings/payment-links.ts'

interface PaymentLinkDialogProps {
  draft: { id: string; payment_link_expires_at?: Date | undefined }
  onClose(): void
}

/** Creates a link by which the customer pays the draft order, shows it, and revokes earlier ones. */
export function PaymentLinkDialog({ draft: { id, payment_link_expires_at }, onClose }: PaymentLinkDialogProps) {
  const words = paymentLinks.useWords()
  const { close } = common.useWords()
  const textOf = useErrorText()
  const [days, setDays] = useState<Entered<number>>(14)
  const [isSent, setSent] = useState(false)
  const create = useMutation({ ...trpc.admin.draftOrders.createPaymentLink.mutationOptions(), ...shownInPlace })
  const token = create.data?.payment_link.token
  const submit = () => {
    if (days !== null && !isUnreadable(days)) create.mutate({ id, expires_in_days: days, send: isSent })
  }
  return (
    <DialogForm
      title={words.title}
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            {close}
          </Button>
          {!token && (
            <Button type="submit" loading={create.isPending}>
              {words.create}
            </Button>
          )}
        </>
      }
    >
      <Text size="sm">{words.hint}</Text>
      {payment_link_expires_at && <ExistingLinks id={id} until={payment_link_expires_at} onRevoked={create.reset} />}
      {token ? (
        <NewLink token={token} />
      ) : (
        <Stack gap="sm">
          <WholeNumberInput label={words.days} min={1} max={90} value={days} onChange={setDays} />
          <Checkbox
            label={words.send}
            checked={isSent}
            onChange={({ currentTarget }) => setSent(currentTarget.checked)}
          />
        </Stack>
      )}
      {create.isError && (
        <Alert color="red" role="alert">
          {textOf(create.error)}
        </Alert>
      )}
    </DialogForm>
  )
}

function NewLink({ token }: { token: string }) {
  const words = paymentLinks.useWords()
  const address = `${window.location.origin}/pay?token=${token}`
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={words.link}
        description={words.linkHint}
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyTextButton text={address} />
    </Group>
  )
}

function ExistingLinks({ id, until, onRevoked }: { id: string; until: Date; onRevoked(): void }) {
  const words = paymentLinks.useWords()
  const revoke = useMutation(
    trpc.admin.draftOrders.revokePaymentLinks.mutationOptions({
      onSuccess: () => {
        notifyDone(words.revoked)
        onRevoked()
      },
    }),
  )
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {words.validUntil} <Time at={until} />
      </Text>
      <Allowed needs="draftOrders.revokePaymentLinks">
        <Button size="compact-sm" variant="default" loading={revoke.isPending} onClick={() => revoke.mutate({ id })}>
          {words.revoke}
        </Button>
      </Allowed>
    </Group>
  )
}

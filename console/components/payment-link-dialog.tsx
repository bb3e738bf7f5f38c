import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { shopUrl } from '#console/app/address.ts'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { CopyTextButton } from '#console/components/copy-text-button.tsx'
import { DialogForm } from '#console/components/dialog-form.tsx'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { MailLanguageSelect } from '#console/components/mail-language-select.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { paymentLinks } from '#console/strings/payment-links.ts'

const PROCEDURES = {
  draft_order: trpc.admin.draftOrders,
  order: trpc.admin.orders,
  swap: trpc.admin.swaps,
}

interface LinkedRow {
  id: string
  payment_link_expires_at?: Date | undefined
}

export interface PaymentLinkDialogProps {
  type: keyof typeof PROCEDURES
  row: LinkedRow
  /** Whether the customer has paid, also while the dialog is open. */
  isPaid: boolean
  /** The address of the customer, as the shop knows it. */
  email?: string | null | undefined
  /** More inputs. */
  children?: ReactNode
  /** Saves the other inputs before the link is created. Returns false if one of them is missing. */
  prepare?(): Promise<boolean>
  onClose(): void
}

/** Creates a link by which the customer pays, shows it, and revokes earlier ones. */
export function PaymentLinkDialog({ type, row, isPaid, email, children, prepare, onClose }: PaymentLinkDialogProps) {
  const { id, payment_link_expires_at: until } = row
  const words = paymentLinks.useWords()
  const { close } = common.useWords()
  const textOf = useErrorText()
  const [days, setDays] = useState<Entered<number>>(14)
  const [isSent, setSent] = useState(type !== 'draft_order')
  const [locale, setLocale] = useState<string>()
  const create = useMutation({ ...PROCEDURES[type].createPaymentLink.mutationOptions(), ...shownInPlace })
  const preparation = useMutation({ mutationFn: async () => !prepare || (await prepare()), ...shownInPlace })
  const link = create.data?.payment_link
  const submit = async () => {
    if (link || days === null || isUnreadable(days)) return
    if (!(await preparation.mutateAsync().catch(() => false))) return
    create.mutate({ id, expires_in_days: days, send: isSent, ...(isSent && locale !== undefined ? { locale } : {}) })
  }
  const error = preparation.error ?? create.error
  if (isPaid) return <PaidDialog text={words[`paid_${type}`]} onClose={onClose} />
  return (
    <DialogForm
      title={words.title}
      onClose={onClose}
      onSubmit={() => void submit()}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            {close}
          </Button>
          {!link && (
            <Button type="submit" loading={create.isPending || preparation.isPending}>
              {isSent ? words.sendNow : words.create}
            </Button>
          )}
        </>
      }
    >
      <Text size="sm">{words[`hint_${type}`]}</Text>
      {until && <ExistingLinks type={type} id={id} until={until} onRevoked={create.reset} />}
      {link ? (
        <NewLink link={link} sentTo={isSent ? email : null} />
      ) : (
        <Stack gap="sm">
          {children}
          <WholeNumberInput label={words.days} min={1} max={90} value={days} onChange={setDays} />
          <Checkbox
            label={email ? words.sendTo(email) : words.send}
            checked={isSent}
            onChange={({ currentTarget }) => setSent(currentTarget.checked)}
          />
          {isSent && <MailLanguageSelect value={locale} onChange={setLocale} />}
        </Stack>
      )}
      {error && (
        <Alert color="red" role="alert">
          {textOf(error)}
        </Alert>
      )}
    </DialogForm>
  )
}

function PaidDialog({ text, onClose }: { text: string; onClose(): void }) {
  const words = paymentLinks.useWords()
  const { close } = common.useWords()
  return (
    <DialogForm
      title={words.title}
      onClose={onClose}
      onSubmit={onClose}
      buttons={<Button type="submit">{close}</Button>}
    >
      <Alert color="green" role="status" title={words.paid}>
        {text}
      </Alert>
    </DialogForm>
  )
}

interface NewLinkProps {
  link: { token: string; url: string | null }
  sentTo: string | null | undefined
}

function NewLink({ link, sentTo }: NewLinkProps) {
  const words = paymentLinks.useWords()
  const address = link.url ?? `${shopUrl}pay?token=${link.token}`
  return (
    <Stack gap="sm">
      {sentTo && (
        <Text size="sm" role="status">
          {words.sent(sentTo)}
        </Text>
      )}
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
      {link.url === null && (
        <Text size="sm" c="dimmed">
          {words.ownAddress}{' '}
          <PageLink to="/settings/store" size="sm">
            {words.setAddress}
          </PageLink>
        </Text>
      )}
    </Stack>
  )
}

interface ExistingLinksProps {
  type: keyof typeof PROCEDURES
  id: string
  until: Date
  onRevoked(): void
}

function ExistingLinks({ type, id, until, onRevoked }: ExistingLinksProps) {
  const words = paymentLinks.useWords()
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {words.validUntil} <Time at={until} />
      </Text>
      <ProcedureButton<{ id: string }, unknown>
        procedure={PROCEDURES[type].revokePaymentLinks}
        input={{ id }}
        text={words.revoke}
        size="compact-sm"
        done={words.revoked}
        onDone={onRevoked}
      />
    </Group>
  )
}

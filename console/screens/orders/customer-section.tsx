import { Anchor, Stack, Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { isSameAddress } from '#console/components/form/address-values.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { FieldsInPlace } from '#console/components/plugin-fields/line-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { orderContact } from '#console/strings/order-contact.ts'
import { orders } from '#console/strings/orders.ts'
import { AddressText } from './address-text.tsx'
import { nameOfBuyer } from './name-of-buyer.ts'
import type { Order } from './order.ts'

const CorrectContactDialog = lazyDialog(
  async () => (await import('./contact/correct-contact-dialog.tsx')).CorrectContactDialog,
)

export function CustomerSection({ order }: { order: Order }) {
  const words = orders.useWords()
  const { edit } = common.useWords()
  const { title: correct } = orderContact.useWords()
  const { customer, email, shipping_address, billing_address } = order
  const phone = shipping_address?.phone ?? customer?.phone
  return (
    <Section
      title={words.customer}
      actions={
        order.status !== 'canceled' && (
          <DialogButton
            needs="orders.update"
            text={edit}
            label={correct}
            dialog={(close) => <CorrectContactDialog order={order} onClose={close} />}
          />
        )
      }
    >
      <Stack gap="md">
        <div>
          {customer && (
            <PageLink to="/customers/$id" params={{ id: customer.id }} fw={500} size="sm">
              {nameOfBuyer(order)}
            </PageLink>
          )}
          <Text size="sm">
            <Anchor href={`mailto:${email}`} c="dimmed" size="sm">
              {email}
            </Anchor>
          </Text>
          {phone && (
            <Anchor href={`tel:${phone}`} c="dimmed" size="sm">
              {phone}
            </Anchor>
          )}
        </div>
        <div>
          <AddressText title={words.shippingAddress} address={shipping_address} />
          {shipping_address && (
            <FieldsInPlace
              table="address"
              row={shipping_address}
              title={words.shippingAddress}
              action={trpc.admin.orders.update.mutationOptions()}
              identity={{ id: order.id }}
              place="shipping_address"
            />
          )}
        </div>
        {isSameAddress(shipping_address, billing_address) ? (
          <div>
            <Text size="xs" c="var(--quiet)">
              {words.billingAddress}
            </Text>
            <Text size="sm">{words.sameAddress}</Text>
          </div>
        ) : (
          <AddressText title={words.billingAddress} address={billing_address} />
        )}
      </Stack>
    </Section>
  )
}

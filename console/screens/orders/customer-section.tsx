import { Anchor, Stack, Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { FieldsInPlace } from '#console/components/plugin-fields/line-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { orders } from '#console/strings/orders.ts'
import { AddressText } from './address-text.tsx'
import { nameOfBuyer } from './name-of-buyer.ts'
import type { Order } from './order.ts'

export function CustomerSection({ order }: { order: Order }) {
  const words = orders.useWords()
  const { customer, email, shipping_address, billing_address } = order
  const phone = shipping_address?.phone ?? customer?.phone
  return (
    <Section title={words.customer}>
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
        {isSame(shipping_address, billing_address) ? (
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

const PARTS = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'province',
  'country_code',
] as const

type Address = NonNullable<Order['shipping_address']>

const isSame = (one: Address | null | undefined, other: Address | null | undefined) =>
  one != null && other != null && PARTS.every((part) => (one[part] ?? '') === (other[part] ?? ''))

import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { FieldLines } from '#console/components/plugin-fields/field-lines.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { PluginActions } from '#console/components/plugin-parts/plugin-actions.tsx'
import { PluginLinks } from '#console/components/plugin-parts/plugin-links.tsx'
import { PluginPanels } from '#console/components/plugin-parts/plugin-panels.tsx'
import { Columns, Facts, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { TagsSection } from '#console/components/tags/tags-section.tsx'
import { Time } from '#console/components/time.tsx'
import { customers } from '#console/strings/customers.ts'
import { navigation } from '#console/strings/navigation.ts'
import { BalancesSection } from './balances/balances-section.tsx'
import { CustomerForm } from './customer-form.tsx'
import { customerName } from './customer-name.ts'
import { CustomerOrders } from './customer-orders.tsx'
import { ImportedFacts } from './imported-facts.tsx'
import { PastOrdersOfCustomer } from './past-orders-of-customer.tsx'

const customerRoute = getRouteApi('/shell/customers/$id')

const EXPAND = 'groups,shipping_addresses'

export function CustomerPage() {
  const words = customers.useWords()
  const names = navigation.useWords()
  const { id } = customerRoute.useParams()
  const { data, error } = useQuery(trpc.admin.customers.get.queryOptions({ id, expand: EXPAND }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { customer } = data
  return (
    <Page
      title={customerName(customer)}
      back={{ to: '/customers', text: names.customers }}
      badges={
        <StatusBadge
          tone={toneOfSetting(customer.has_account)}
          text={customer.has_account ? words.registered : words.guest}
        />
      }
      actions={
        <>
          <PluginLinks place="customer" row={customer} />
          <PluginActions place="customer" id={customer.id} />
        </>
      }
      width="detail"
    >
      <Columns
        main={
          <>
            <CustomerForm key={customer.id} customer={customer} />
            <PluginFields
              table="customer"
              row={customer}
              action={trpc.admin.customers.update.mutationOptions()}
              identity={{ id: customer.id }}
            />
            {customer.has_account && <BalancesSection customerId={customer.id} />}
            <PluginPanels place="customer" id={customer.id} />
            <Section needs="orders.list" title={words.orders} isFlush>
              <CustomerOrders customerId={customer.id} />
            </Section>
            <PastOrdersOfCustomer customerId={customer.id} />
          </>
        }
        side={
          <>
            <Section title={words.account}>
              <Facts facts={[[words.since, <Time key="since" at={customer.created_at} />]]} />
            </Section>
            <TagsSection resource="customer" row={customer} />
            {customer.has_account && <ImportedFacts customer={customer} />}
            <Section title={words.groups}>
              <Group gap="xs">
                {customer.groups?.map(({ id: groupId, name }) => (
                  <PageLink key={groupId} to="/customers/groups/$id" params={{ id: groupId }}>
                    <Badge color="gray">{name}</Badge>
                  </PageLink>
                ))}
                {!customer.groups?.length && (
                  <Text size="sm" c="dimmed">
                    {words.noGroups}
                  </Text>
                )}
              </Group>
            </Section>
            <Section title={words.addresses}>
              <Stack gap="md">
                {customer.shipping_addresses?.map((address) => (
                  <Text key={address.id} size="sm" component="address" fs="normal">
                    {[address.first_name, address.last_name].filter(Boolean).join(' ')}
                    <br />
                    {address.address_1}
                    <br />
                    {[address.postal_code, address.city].filter(Boolean).join(' ')}
                    <br />
                    {address.country_code?.toUpperCase()}
                    <FieldLines table="address" row={address} />
                  </Text>
                ))}
                {!customer.shipping_addresses?.length && (
                  <Text size="sm" c="dimmed">
                    {words.noAddresses}
                  </Text>
                )}
              </Stack>
            </Section>
          </>
        }
      />
    </Page>
  )
}

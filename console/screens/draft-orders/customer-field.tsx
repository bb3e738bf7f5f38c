import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { trpc } from '#console/app/api.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { customerName } from '../customers/customer-name.ts'

interface CustomerFieldProps {
  value: string
  onChange(customer: { email: string; customer_id: string | null }): void
  error: ReactNode
}

/** An e-mail address, with the customers of the shop as suggestions. */
export function CustomerField({ value, onChange, error }: CustomerFieldProps) {
  const words = draftOrders.useWords()
  const [q] = useDebouncedValue(value.trim(), 200)
  const { data } = useQuery(
    trpc.admin.customers.list.queryOptions(
      { limit: 10, expand: '', ...(q ? { q } : {}) },
      { placeholderData: keepPreviousData },
    ),
  )
  const found = data?.customers ?? []
  const emails = [...new Set(found.map(({ email }) => email))]
  const named = (email: string) => found.find((customer) => customer.email === email)
  return (
    <Autocomplete
      label={words.email}
      description={words.customerHint}
      type="email"
      data={emails}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const customer = named(option.value)
        return customer && customerName(customer) !== option.value
          ? `${customerName(customer)} · ${option.value}`
          : option.value
      }}
      value={value}
      onChange={(email) => onChange({ email, customer_id: named(email)?.id ?? null })}
      error={error}
    />
  )
}

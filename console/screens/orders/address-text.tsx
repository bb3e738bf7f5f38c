import { Text } from '@mantine/core'
import { useLanguage } from '#console/app/language.ts'
import { countryName } from '#console/components/countries.ts'
import { orders } from '#console/strings/orders.ts'

interface Address {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  company?: string | null | undefined
  address_1?: string | null | undefined
  address_2?: string | null | undefined
  postal_code?: string | null | undefined
  city?: string | null | undefined
  province?: string | null | undefined
  country_code?: string | null | undefined
}

export function AddressText({ title, address }: { title: string; address: Address | null | undefined }) {
  const words = orders.useWords()
  useLanguage()
  const lines = address && [
    [address.first_name, address.last_name].filter(Boolean).join(' '),
    address.company,
    address.address_1,
    address.address_2,
    [address.postal_code, address.city].filter(Boolean).join(' '),
    address.province,
    address.country_code && countryName(address.country_code),
  ]
  return (
    <div>
      <Text size="xs" c="var(--quiet)">
        {title}
      </Text>
      <Text size="sm" component="address" fs="normal">
        {lines ? lines.flatMap((line) => line || []).map((line) => <div key={line}>{line}</div>) : words.noAddress}
      </Text>
    </div>
  )
}

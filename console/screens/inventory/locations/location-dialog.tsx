import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { useCountryOptions } from '#console/components/countries.ts'
import { RowDialog } from '#console/components/form/row-dialog.tsx'
import { inventory } from '#console/strings/inventory.ts'
import type { Location } from './location-list.tsx'

interface LocationDialogProps {
  /** Undefined for a new location. */
  location?: Location
  onClose(): void
}

export function LocationDialog({ location, onClose }: LocationDialogProps) {
  const words = inventory.useWords()
  const countries = useCountryOptions()
  const { address } = location ?? {}
  return (
    <RowDialog
      router={trpc.admin.stockLocations}
      row={location}
      title={location ? words.editLocation : words.newLocation}
      values={{
        name: location?.name ?? '',
        address: {
          address_1: address?.address_1 ?? '',
          postal_code: address?.postal_code ?? '',
          city: address?.city ?? '',
          country_code: address?.country_code ?? '',
        },
      }}
      toInput={({ name, address: changed }) => ({
        name,
        ...(Object.values(changed).some(Boolean)
          ? { address: { ...changed, postal_code: changed.postal_code || null, city: changed.city || null } }
          : {}),
      })}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label={words.name} data-autofocus {...getInputProps('name')} />
          <TextInput label={words.street} {...getInputProps('address.address_1')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={words.postalCode} {...getInputProps('address.postal_code')} />
            <TextInput label={words.city} {...getInputProps('address.city')} />
          </SimpleGrid>
          <Select label={words.country} data={countries} searchable {...getInputProps('address.country_code')} />
        </>
      )}
    </RowDialog>
  )
}

import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useCountryOptions } from '#console/components/countries.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useRowForm } from '#console/components/form/use-row-form.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { inventory } from '#console/strings/inventory.ts'
import type { Location } from './location-list.tsx'

interface LocationDialogProps {
  /** Undefined for a new location. */
  location?: Location
  onClose(): void
}

export function LocationDialog({ location, onClose }: LocationDialogProps) {
  const words = useStrings(inventory)
  const { create, save, saved } = useStrings(common)
  const countries = useCountryOptions()
  const { address } = location ?? {}
  const form = useRowForm({
    create: trpc.admin.stockLocations.create.mutationOptions(),
    update: trpc.admin.stockLocations.update.mutationOptions(),
    id: location?.id,
    values: {
      name: location?.name ?? '',
      address: {
        address_1: address?.address_1 ?? '',
        postal_code: address?.postal_code ?? '',
        city: address?.city ?? '',
        country_code: address?.country_code ?? '',
      },
    },
    toInput: ({ name, address: changed }) => ({
      name,
      ...(Object.values(changed).some(Boolean)
        ? { address: { ...changed, postal_code: changed.postal_code || null, city: changed.city || null } }
        : {}),
    }),
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog
      form={form}
      title={location ? words.editLocation : words.newLocation}
      action={location ? save : create}
      onClose={onClose}
    >
      <TextInput label={words.name} data-autofocus {...getInputProps('name')} />
      <TextInput label={words.street} {...getInputProps('address.address_1')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={words.postalCode} {...getInputProps('address.postal_code')} />
        <TextInput label={words.city} {...getInputProps('address.city')} />
      </SimpleGrid>
      <Select label={words.country} data={countries} searchable {...getInputProps('address.country_code')} />
    </FormDialog>
  )
}

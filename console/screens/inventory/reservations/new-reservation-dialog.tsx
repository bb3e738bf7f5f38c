import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import { useLocations } from '../../orders/use-locations.ts'
import { itemName } from '../items/item.ts'

export function NewReservationDialog({ onClose }: { onClose(): void }) {
  const words = inventory.useWords()
  const { create, created } = common.useWords()
  const locations = useLocations()
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 200)
  const { data } = useQuery({
    ...trpc.admin.inventoryItems.list.queryOptions({ ...(q ? { q } : {}), limit: 20 }),
    placeholderData: keepPreviousData,
  })
  const form = useProcedureForm({
    action: trpc.admin.reservations.create.mutationOptions(),
    values: { inventory_item_id: '', location_id: '', quantity: 1 as Entered<number>, description: '' },
    toInput: ({ description, quantity, ...values }) => ({
      ...values,
      quantity: requiredNumber(quantity),
      description: description || null,
    }),
    onSaved: endDialog(created, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.newReservation} action={create} onClose={onClose}>
      <Select
        label={words.item}
        data={data?.inventory_items.map((item) => ({ value: item.id, label: itemName(item) })) ?? []}
        searchable
        onSearchChange={setSearch}
        filter={({ options }) => options}
        data-autofocus
        {...getInputProps('inventory_item_id')}
      />
      <Select
        label={words.location}
        data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        {...getInputProps('location_id')}
      />
      <WholeNumberInput label={words.quantity} min={1} {...getInputProps('quantity')} />
      <TextInput label={words.description} {...getInputProps('description')} />
    </FormDialog>
  )
}

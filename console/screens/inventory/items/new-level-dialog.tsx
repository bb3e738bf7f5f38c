import { Select } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'

interface NewLevelDialogProps {
  itemId: string
  /** The locations without a level of the item. */
  locations: readonly { id: string; name: string }[]
  onClose(): void
}

export function NewLevelDialog({ itemId, locations, onClose }: NewLevelDialogProps) {
  const words = inventory.useWords()
  const { saved } = common.useWords()
  const form = useProcedureForm({
    action: trpc.admin.inventoryItems.createLevel.mutationOptions(),
    draft: itemId,
    values: { location_id: locations[0]?.id ?? '', stocked_quantity: 0 as Entered<number> },
    toInput: ({ location_id, stocked_quantity }) => ({
      id: itemId,
      location_id,
      stocked_quantity: requiredNumber(stocked_quantity),
    }),
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.newLevel} onClose={onClose}>
      <Select
        label={words.location}
        data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        {...getInputProps('location_id')}
      />
      <WholeNumberInput label={words.stocked} {...getInputProps('stocked_quantity')} />
    </FormDialog>
  )
}

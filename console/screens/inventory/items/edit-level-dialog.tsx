import { SimpleGrid } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import type { Level } from './item.ts'

export function EditLevelDialog({ level, onClose }: { level: Level; onClose(): void }) {
  const words = inventory.useWords()
  const { saved } = common.useWords()
  const { inventory_item_id: id, location_id } = level
  const form = useProcedureForm({
    action: trpc.admin.inventoryItems.updateLevel.mutationOptions(),
    isFinal: true,
    draft: level.id,
    values: {
      stocked_quantity: level.stocked_quantity as Entered<number>,
      incoming_quantity: level.incoming_quantity as Entered<number>,
    },
    toInput: (values) => ({
      id,
      location_id,
      stocked_quantity: requiredNumber(values.stocked_quantity),
      incoming_quantity: requiredNumber(values.incoming_quantity),
    }),
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.editLevel} onClose={onClose}>
      <SimpleGrid cols={2}>
        <WholeNumberInput label={words.stocked} data-autofocus {...getInputProps('stocked_quantity')} />
        <WholeNumberInput label={words.incoming} {...getInputProps('incoming_quantity')} />
      </SimpleGrid>
    </FormDialog>
  )
}

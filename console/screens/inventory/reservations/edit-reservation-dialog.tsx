import { TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import type { Reservation } from './reservation-list.tsx'

export function EditReservationDialog({ reservation, onClose }: { reservation: Reservation; onClose(): void }) {
  const words = inventory.useWords()
  const { saved } = common.useWords()
  const form = useProcedureForm({
    action: trpc.admin.reservations.update.mutationOptions(),
    isFinal: true,
    draft: reservation.id,
    values: { quantity: reservation.quantity as Entered<number>, description: reservation.description ?? '' },
    toInput: ({ quantity, description }) => ({
      id: reservation.id,
      quantity: requiredNumber(quantity),
      description: description || null,
    }),
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.editReservation} onClose={onClose}>
      <WholeNumberInput label={words.quantity} min={1} data-autofocus {...getInputProps('quantity')} />
      <TextInput label={words.description} {...getInputProps('description')} />
    </FormDialog>
  )
}

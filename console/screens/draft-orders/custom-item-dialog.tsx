import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'

interface CustomItemDialogProps {
  draftId: string
  currency: string
  onClose(): void
}

interface Values {
  title: string
  unit_price: Entered<number>
  quantity: Entered<number>
}

/** Adds an item with a title and a price, but no product. */
export function CustomItemDialog({ draftId, currency, onClose }: CustomItemDialogProps) {
  const words = draftOrders.useWords()
  const { saved } = common.useWords()
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.addLineItem.mutationOptions(),
    draft: draftId,
    values: { title: '', unit_price: null, quantity: 1 } as Values,
    required: ['title', 'unit_price', 'quantity'],
    toInput: ({ title, unit_price, quantity }) => ({
      id: draftId,
      title,
      unit_price: requiredNumber(unit_price),
      quantity: requiredNumber(quantity),
    }),
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.addCustomItem} action={words.addItem} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {words.customItem}
      </Text>
      <TextInput label={words.customTitle} data-autofocus {...getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput label={words.customPrice} currency={currency} {...getInputProps('unit_price')} />
        <WholeNumberInput label={words.customQuantity} min={1} {...getInputProps('quantity')} />
      </SimpleGrid>
    </FormDialog>
  )
}

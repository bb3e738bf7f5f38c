import { TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import type { Draft } from './draft-items.tsx'

/** Sets the discount codes of an open draft order. */
export function DraftDiscountDialog({ draft, onClose }: { draft: Draft; onClose(): void }) {
  const words = draftOrders.useWords()
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.update.mutationOptions(),
    draft: draft.id,
    draftName: 'draft discounts',
    values: { discounts: (draft.cart.discounts ?? []).map(({ code }) => code).join(', ') },
    toInput: ({ discounts }) => ({
      id: draft.id,
      discounts: discounts.split(',').flatMap((text) => (text.trim() ? [{ code: text.trim() }] : [])),
    }),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={words.discountCodes} onClose={onClose}>
      <TextInput
        label={words.discountCodes}
        description={words.discountCodesHint}
        data-autofocus
        {...form.fields.getInputProps('discounts')}
      />
    </FormDialog>
  )
}

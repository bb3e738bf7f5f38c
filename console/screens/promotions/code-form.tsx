import { Stack, Text, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { type Discount, valuesOf } from './discount-form.tsx'
import { ValidityFields } from './validity-fields.tsx'

/** The form of a dynamic code. Its other terms are those of its discount. */
export function CodeForm({ discount }: { discount: Discount }) {
  const words = promotions.useWords()
  const form = useProcedureForm({
    action: trpc.admin.discounts.update.mutationOptions(),
    draft: discount.id,
    values: valuesOf(discount),
    toInput: ({ code, is_disabled, usage_limit, starts_at, ends_at }) => ({
      ...{ id: discount.id, code, is_disabled, usage_limit, ends_at },
      ...(starts_at ? { starts_at } : {}),
    }),
  })
  return (
    <ProcedureForm form={form}>
      <Section title={words.terms}>
        <Stack>
          <TextInput
            label={words.code}
            description={words.codeHint}
            autoCapitalize="characters"
            {...form.fields.getInputProps('code')}
          />
          <Text size="sm" c="dimmed">
            {words.termsOfDiscount}
          </Text>
        </Stack>
      </Section>
      <ValidityFields fields={form.fields} isStored isCode />
      <FormPreview form={form} procedure={trpc.admin.discounts.update} input={form.input} />
    </ProcedureForm>
  )
}

import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'

interface ProductFormProps {
  product: {
    id: string
    title: string
    subtitle?: string | null | undefined
    handle?: string | null | undefined
    description?: string | null | undefined
    discountable: boolean
  }
}

export function ProductForm({ product }: ProductFormProps) {
  const words = products.useWords()
  const form = useProcedureForm({
    action: trpc.admin.products.update.mutationOptions(),
    draft: product.id,
    values: {
      title: product.title,
      subtitle: product.subtitle ?? '',
      handle: product.handle ?? '',
      description: product.description ?? '',
      discountable: product.discountable,
    },
    toInput: ({ subtitle, description, ...values }) => ({
      id: product.id,
      ...values,
      subtitle: subtitle || null,
      description: description || null,
    }),
  })
  const { getInputProps } = form.fields
  return (
    <ProcedureForm form={form}>
      <Section title={words.general}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={words.title} required {...getInputProps('title')} />
          <TextInput label={words.subtitle} {...getInputProps('subtitle')} />
        </SimpleGrid>
        <TextInput mt="md" label={words.handle} description={words.handleHint} {...getInputProps('handle')} />
        <Textarea mt="md" label={words.description} autosize minRows={3} {...getInputProps('description')} />
        <Checkbox mt="md" label={words.discountable} {...getInputProps('discountable', { type: 'checkbox' })} />
      </Section>
    </ProcedureForm>
  )
}

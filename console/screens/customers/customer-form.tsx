import { SimpleGrid, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Section } from '#console/components/section.tsx'
import { customers } from '#console/strings/customers.ts'

interface CustomerFormProps {
  customer: {
    id: string
    email: string
    first_name?: string | null | undefined
    last_name?: string | null | undefined
    phone?: string | null | undefined
    has_account: boolean
  }
}

export function CustomerForm({ customer }: CustomerFormProps) {
  const words = customers.useWords()
  const form = useProcedureForm({
    action: trpc.admin.customers.update.mutationOptions(),
    draft: customer.id,
    values: {
      first_name: customer.first_name ?? '',
      last_name: customer.last_name ?? '',
      email: customer.email,
      phone: customer.phone ?? '',
    },
    toInput: ({ phone, ...values }) => ({ id: customer.id, ...values, phone: phone || null }),
    sentIfChanged: ['email'],
  })
  return (
    <ProcedureForm form={form}>
      <Section title={words.profile}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={words.firstName} {...form.fields.getInputProps('first_name')} />
          <TextInput label={words.lastName} {...form.fields.getInputProps('last_name')} />
          <TextInput label={words.email} type="email" {...form.fields.getInputProps('email')} />
          <TextInput label={words.phone} type="tel" {...form.fields.getInputProps('phone')} />
        </SimpleGrid>
      </Section>
    </ProcedureForm>
  )
}

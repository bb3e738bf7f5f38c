import { PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { customers } from '#console/strings/customers.ts'
import { navigation } from '#console/strings/navigation.ts'

export function NewCustomer() {
  const words = customers.useWords()
  const names = navigation.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const own = useNewRowFields('customer')
  const form = useProcedureForm({
    action: trpc.admin.customers.create.mutationOptions(),
    values: { first_name: '', last_name: '', email: '', phone: '', password: '' },
    toInput: ({ first_name, last_name, email, phone, password, ...values }) =>
      own.addTo({ first_name, last_name, email, phone: phone || null, password }, values),
    onSaved: async ({ customer }) => {
      await navigate({ to: '/customers/$id', params: { id: customer.id } })
    },
  })
  return (
    <Page title={words.newCustomer} back={{ to: '/customers', text: names.customers }} width="form">
      <ProcedureForm form={form} action={create}>
        <Section title={words.profile}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={words.firstName} {...form.fields.getInputProps('first_name')} />
            <TextInput label={words.lastName} {...form.fields.getInputProps('last_name')} />
            <TextInput label={words.email} type="email" {...form.fields.getInputProps('email')} />
            <TextInput label={words.phone} type="tel" {...form.fields.getInputProps('phone')} />
            <PasswordInput
              label={words.password}
              description={words.passwordHint}
              autoComplete="new-password"
              {...form.fields.getInputProps('password')}
            />
            <NewRowFieldInputs fields={own.fields} form={form.fields} />
          </SimpleGrid>
        </Section>
      </ProcedureForm>
    </Page>
  )
}

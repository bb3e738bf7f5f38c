import { Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { catalogue } from '#console/strings/catalogue.ts'
import { common } from '#console/strings/common.ts'

export function NewCollection() {
  const words = catalogue.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const own = useNewRowFields('product_collection')
  const form = useProcedureForm({
    action: trpc.admin.collections.create.mutationOptions(),
    values: { title: '', handle: '' },
    toInput: ({ title, handle, ...values }) => own.addTo({ title, ...(handle ? { handle } : {}) }, values),
    onSaved: async ({ collection }) => {
      await navigate({ to: '/products/collections/$id', params: { id: collection.id } })
    },
  })
  return (
    <Page title={words.newCollection} back={{ to: '/products/collections', text: words.collectionsTab }} width="form">
      <ProcedureForm form={form} action={create}>
        <Section title={words.collection}>
          <Stack gap="md">
            <TextInput label={words.title} required {...form.fields.getInputProps('title')} />
            <TextInput label={words.handle} {...form.fields.getInputProps('handle')} />
            <NewRowFieldInputs fields={own.fields} form={form.fields} />
          </Stack>
        </Section>
      </ProcedureForm>
    </Page>
  )
}

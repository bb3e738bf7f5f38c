import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Select } from '#console/components/late-select.tsx'
import { NewRowFieldInputs } from '#console/components/plugin-fields/new-row-fields.tsx'
import { useRowFields } from '#console/components/plugin-fields/use-row-fields.ts'
import { catalogue } from '#console/strings/catalogue.ts'
import { common } from '#console/strings/common.ts'
import { type Category, possibleParents } from './category-list.ts'

interface CategoryFormProps {
  /** The category to change. Without it, the form creates one. */
  category?: Category
  /** The parent of a new category. */
  parent?: string
  categories: readonly Category[]
  onDone(): void
}

export function CategoryForm({ category, parent, categories, onDone }: CategoryFormProps) {
  const words = catalogue.useWords()
  const { create, save } = common.useWords()
  const own = useRowFields('product_category', category)
  const values = {
    name: category?.name ?? '',
    handle: category?.handle ?? '',
    description: category?.description ?? '',
    is_active: category?.is_active ?? true,
    is_internal: category?.is_internal ?? false,
    parent_category_id: category?.parent_category_id ?? parent ?? null,
    ...own.values,
  }
  const toFields = (all: typeof values) => {
    const { name, handle, description, is_active, is_internal, parent_category_id } = all
    const core = { name, description, is_active, is_internal, parent_category_id, ...(handle ? { handle } : {}) }
    return own.addTo(core, all)
  }
  const created = useProcedureForm({
    action: trpc.admin.productCategories.create.mutationOptions(),
    values,
    toInput: toFields,
    onSaved: onDone,
    draft: parent ?? '',
  })
  const updated = useProcedureForm({
    action: trpc.admin.productCategories.update.mutationOptions(),
    values,
    toInput: (changed) => ({ id: category?.id ?? '', ...toFields(changed) }),
    onSaved: onDone,
    draft: category?.id ?? '',
  })
  const form = category ? updated : created
  const { getInputProps } = form.fields
  const indent = '    '
  return (
    <ProcedureForm form={form} action={category ? save : create}>
      <Stack gap="sm">
        <TextInput label={words.name} required data-autofocus {...getInputProps('name')} />
        <TextInput label={words.handle} {...getInputProps('handle')} />
        <Textarea label={words.description} autosize minRows={2} {...getInputProps('description')} />
        <Select
          label={words.parent}
          placeholder={words.topLevel}
          clearable
          searchable
          data={possibleParents(categories, category?.id).map(({ id, name, depth }) => ({
            value: id,
            label: indent.repeat(depth) + name,
          }))}
          {...getInputProps('parent_category_id')}
        />
        <Checkbox label={words.active} {...getInputProps('is_active', { type: 'checkbox' })} />
        <Checkbox label={words.internal} {...getInputProps('is_internal', { type: 'checkbox' })} />
        <NewRowFieldInputs fields={own.fields} form={form.fields} />
      </Stack>
    </ProcedureForm>
  )
}

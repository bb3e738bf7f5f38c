import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { modals } from '#console/components/modals.ts'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'

interface Option {
  id: string
  title: string
  values?: { value: string }[] | undefined
}

interface ProductOptionsProps {
  product: { id: string; options?: Option[] | undefined }
}

export function ProductOptions({ product }: ProductOptionsProps) {
  const words = products.useWords()
  const { delete: deleteText } = common.useWords()
  const confirm = useConfirm()
  const remove = useMutation(trpc.admin.products.deleteOption.mutationOptions())
  const edit = (option?: Option) => {
    const modal = modals.open({
      title: option ? words.renameOption : words.addOption,
      children: <OptionForm productId={product.id} option={option} onDone={() => modals.close(modal)} />,
    })
  }
  const askToDelete = async ({ id: option_id, title }: Option) => {
    const text = words.deleteOptionText(title)
    if (await confirm({ title: words.deleteOption, text, action: deleteText, isDangerous: true }))
      remove.mutate({ id: product.id, option_id })
  }
  return (
    <Section
      title={words.options}
      actions={
        <Allowed needs="products.addOption">
          <Button size="compact-sm" variant="subtle" onClick={() => edit()}>
            {words.addOption}
          </Button>
        </Allowed>
      }
    >
      <Stack gap="md">
        {!product.options?.length && (
          <Text size="sm" c="dimmed">
            {words.noOptions}
          </Text>
        )}
        {product.options?.map((option) => (
          <div key={option.id}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="sm" fw={500} truncate>
                {option.title}
              </Text>
              <Group gap={2} wrap="nowrap">
                <Allowed needs="products.updateOption">
                  <ActionIcon aria-label={`${words.renameOption}: ${option.title}`} onClick={() => edit(option)}>
                    <IconPencil size={16} />
                  </ActionIcon>
                </Allowed>
                <Allowed needs="products.deleteOption">
                  <ActionIcon aria-label={`${words.deleteOption}: ${option.title}`} onClick={() => askToDelete(option)}>
                    <IconTrash size={16} />
                  </ActionIcon>
                </Allowed>
              </Group>
            </Group>
            <Group gap={6} mt={4}>
              {[...new Set(option.values?.map(({ value }) => value))].map((value) => (
                <Badge key={value} color="gray">
                  {value}
                </Badge>
              ))}
            </Group>
          </div>
        ))}
      </Stack>
    </Section>
  )
}

interface OptionFormProps {
  productId: string
  option: Option | undefined
  onDone(): void
}

function OptionForm({ productId, option, onDone }: OptionFormProps) {
  const words = products.useWords()
  const { save } = common.useWords()
  const values = { title: option?.title ?? '' }
  const added = useProcedureForm({
    action: trpc.admin.products.addOption.mutationOptions(),
    values,
    draft: productId,
    toInput: ({ title }) => ({ id: productId, title }),
    onSaved: onDone,
  })
  const renamed = useProcedureForm({
    action: trpc.admin.products.updateOption.mutationOptions(),
    values,
    draft: option?.id ?? '',
    toInput: ({ title }) => ({ id: productId, option_id: option?.id ?? '', title }),
    onSaved: onDone,
  })
  const form = option ? renamed : added
  return (
    <ProcedureForm form={form} action={save}>
      <TextInput label={words.title} data-autofocus {...form.fields.getInputProps('title')} />
    </ProcedureForm>
  )
}

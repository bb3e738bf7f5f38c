import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { products } from '#console/strings/products.ts'

export interface NewOption {
  title: string
  values: string[]
}

interface NewOptionsProps {
  options: readonly NewOption[]
  onChange(options: NewOption[]): void
}

/** The options of a new product with their values. */
export function NewOptions({ options, onChange }: NewOptionsProps) {
  const words = products.useWords()
  const change = (index: number, changes: Partial<NewOption>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...changes } : option)))
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.optionHint}
      </Text>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new option has no identity but its position
        <Group key={index} align="flex-start" wrap="nowrap">
          <TextInput
            label={words.option}
            w="12rem"
            value={option.title}
            onChange={(event) => change(index, { title: event.currentTarget.value })}
          />
          <NamesInput
            label={words.optionValues}
            description={words.optionValuesHint}
            flex={1}
            value={option.values}
            onChange={(values) => change(index, { values })}
          />
          <ActionIcon
            mt={28}
            aria-label={`${words.deleteOption}: ${option.title || index + 1}`}
            onClick={() => onChange(options.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...options, { title: '', values: [] }])}
      >
        {words.addOption}
      </Button>
    </Stack>
  )
}

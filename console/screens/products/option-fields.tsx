import { ActionIcon, Button, CloseButton, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { FormPart } from '#console/components/form/form-part.tsx'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import type { FormOption, FormValue } from './product-structure.ts'

interface OptionFieldsProps {
  options: readonly FormOption[]
  inputOf: UseFormReturnType<object>['getInputProps']
  /** Changes the options of the moment, which can differ from the shown ones. */
  onChange(change: (options: readonly FormOption[]) => FormOption[]): void
}

/** The options of a product with their values. Each part of the form is saved together with the product. */
export function OptionFields({ options, inputOf, onChange }: OptionFieldsProps) {
  const words = products.useWords()
  const changeValues = (id: string, change: ChangeValues) =>
    onChange((now) => now.map((option) => (option.id === id ? { ...option, values: change(option.values) } : option)))
  const add = () => onChange((now) => [...now, { id: newId(), isNew: true, title: '', values: [] }])
  return (
    <Section
      title={words.options}
      actions={
        <Button size="compact-sm" variant="subtle" onClick={add}>
          {words.addOption}
        </Button>
      }
    >
      <Stack gap="md">
        {options.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noOptions} {words.optionHint}
          </Text>
        )}
        {options.map(({ id, title, values }, index) => (
          <Group key={id} align="flex-start" wrap="nowrap" gap="sm">
            <TextInput label={words.option} w="10rem" maxLength={200} {...inputOf(`options.${index}.title`)} />
            <ValueFields
              name={title}
              path={`options.${index}.values`}
              values={values}
              inputOf={inputOf}
              onChange={(change) => changeValues(id, change)}
            />
            <ActionIcon
              mt={28}
              aria-label={`${words.deleteOption}: ${title || index + 1}`}
              onClick={() => onChange((now) => now.filter((option) => option.id !== id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

type ChangeValues = (values: readonly FormValue[]) => FormValue[]

interface ValueFieldsProps {
  /** The title of the option. */
  name: string
  path: string
  values: readonly FormValue[]
  inputOf: OptionFieldsProps['inputOf']
  onChange(change: ChangeValues): void
}

function ValueFields({ name, path, values, inputOf, onChange }: ValueFieldsProps) {
  const words = products.useWords()
  const [text, setText] = useState('')
  const error = inputOf(path).error
  const add = () => {
    setText('')
    if (text.trim()) onChange((now) => withTexts(now, text.split(',')))
  }
  const remove = (id: string) => onChange((now) => now.filter((one) => one.id !== id))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // The form is saved by this key, also while the text is still in the field.
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) return add()
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    add()
  }
  return (
    <Input.Wrapper label={words.optionValues} labelElement="div" flex={1}>
      <Group gap="xs" align="flex-start">
        {values.map(({ id, value }, index) => (
          <FormPart key={id} shows={[value, path, index, name, inputOf(`${path}.${index}.value`).error]}>
            {() => (
              <TextInput
                aria-label={words.valueOf(name, index + 1)}
                w="8.5rem"
                maxLength={200}
                {...inputOf(`${path}.${index}.value`)}
                rightSection={
                  <CloseButton size="md" aria-label={words.removeValue(value)} onClick={() => remove(id)} />
                }
              />
            )}
          </FormPart>
        ))}
        <TextInput
          aria-label={words.addValue(name)}
          placeholder={words.addValueHint}
          w="9.5rem"
          maxLength={2000}
          data-path={path}
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </Group>
    </Input.Wrapper>
  )
}

/** The values and those of the texts that are new. */
function withTexts(values: readonly FormValue[], texts: readonly string[]): FormValue[] {
  const known = new Set(values.map(({ value }) => value.trim().toLowerCase()))
  const added = texts.flatMap((text) => {
    const value = text.trim()
    if (!value || known.has(value.toLowerCase())) return []
    known.add(value.toLowerCase())
    return [{ id: newId(), stored: null, value }]
  })
  return [...values, ...added]
}

const newId = (): string => crypto.randomUUID()

import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { RichTextInput } from '#console/components/rich-text/rich-text-input.tsx'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import type { InputOf } from './form-input.ts'

interface TextFieldsProps {
  inputOf: InputOf
  isDisabled: boolean
}

/** The title and the texts of a product. */
export function TextFields({ inputOf, isDisabled }: TextFieldsProps) {
  const words = products.useWords()
  return (
    <Section title={words.general}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={words.title} required {...inputOf('title')} />
        <TextInput label={words.subtitle} {...inputOf('subtitle')} />
      </SimpleGrid>
      <RichTextInput label={words.description} input={inputOf('description')} isDisabled={isDisabled} />
      <Checkbox mt="md" label={words.discountable} {...inputOf('discountable', { type: 'checkbox' })} />
    </Section>
  )
}

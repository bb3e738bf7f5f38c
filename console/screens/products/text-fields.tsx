import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import type { InputOf } from './form-input.ts'

interface TextFieldsProps {
  inputOf: InputOf
  children?: React.ReactNode
}

/** The title and the texts of a product. */
export function TextFields({ inputOf, children }: TextFieldsProps) {
  const words = products.useWords()
  return (
    <Section title={words.general}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={words.title} required {...inputOf('title')} />
        <TextInput label={words.subtitle} {...inputOf('subtitle')} />
      </SimpleGrid>
      <Textarea mt="md" label={words.description} autosize minRows={3} maxRows={18} {...inputOf('description')} />
      <Checkbox mt="md" label={words.discountable} {...inputOf('discountable', { type: 'checkbox' })} />
      {children}
    </Section>
  )
}

import { Input } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import { LateField } from '../late-field.tsx'
import { EarlyText } from './early-text.tsx'

const MarkdownEditor = lazyAfterInput(async () => (await import('./markdown-editor.tsx')).MarkdownEditor)

interface RichTextInputProps {
  label: string
  /** `getInputProps` of a form. The value is Markdown. */
  input: GetInputPropsReturnType
  isDisabled?: boolean
}

/** A text with bold and italic words, headings, lists and links, which is stored as Markdown. */
export function RichTextInput({ label, input, isDisabled = false }: RichTextInputProps) {
  const { value, onChange, error } = input
  const path: unknown = Reflect.get(input, 'data-path')
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} mt="md">
      <LateField early={() => <EarlyText {...{ label, isDisabled }} value={value ?? ''} />}>
        {(autoFocus) => (
          <MarkdownEditor
            {...{ label, isDisabled, autoFocus, onChange }}
            value={value ?? ''}
            path={typeof path === 'string' ? path : undefined}
          />
        )}
      </LateField>
    </Input.Wrapper>
  )
}

import { Input, Skeleton } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { lazy, Suspense } from 'react'

const MarkdownEditor = lazy(async () => ({ default: (await import('./markdown-editor.tsx')).MarkdownEditor }))

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
      <Suspense fallback={<Skeleton height={174} />}>
        <MarkdownEditor
          label={label}
          value={value ?? ''}
          path={typeof path === 'string' ? path : undefined}
          onChange={onChange}
          isDisabled={isDisabled}
        />
      </Suspense>
    </Input.Wrapper>
  )
}

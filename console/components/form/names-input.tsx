import { TagsInput, type TagsInputProps } from '@mantine/core'

/** A field for several names, divided by commas. The names have no blanks around them, and each occurs once. */
export function NamesInput({ onChange, ...props }: TagsInputProps) {
  return <TagsInput {...props} onChange={(names) => onChange?.(distinctNames(names))} />
}

const distinctNames = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter((name) => name !== '')),
]

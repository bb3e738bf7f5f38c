import { SegmentedControl, type SegmentedControlProps, Stack, Text } from '@mantine/core'
import { useId } from 'react'

/** A choice between a few values that are all visible, below its label. */
export function LabelledChoice({ label, ...control }: SegmentedControlProps & { label: string }) {
  const id = useId()
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id={id}>
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} {...control} />
    </Stack>
  )
}

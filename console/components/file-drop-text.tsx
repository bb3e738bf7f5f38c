import { Box, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import classes from './file-drop.module.css'

interface FileDropTextProps {
  text: string
  hint: string
}

export function FileDropText({ text, hint }: FileDropTextProps) {
  return (
    <Stack align="center" gap={4}>
      <IconUpload size={26} stroke={1.5} aria-hidden />
      <Text size="sm" ta="center">
        {text}
      </Text>
      <Text size="xs" c="dimmed" ta="center">
        {hint}
      </Text>
    </Stack>
  )
}

/** The place of a field for files until it has loaded. */
export const EarlyFileDrop = (props: FileDropTextProps) => (
  <Box className={classes.drop} p="lg">
    <FileDropText {...props} />
  </Box>
)

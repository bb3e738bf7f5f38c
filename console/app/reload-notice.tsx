import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { common } from '#console/strings/common.ts'
import { useMissingParts } from './missing-parts.ts'
import { reloadPage } from './reload-page.ts'

/** Offers to reload the page when an upgrade of the shop has removed a part of this console. */
export function ReloadNotice() {
  const words = common.useWords()
  const missing = useMissingParts()
  if (!missing) return null
  return (
    <Alert
      className="reload-notice"
      color="yellow"
      icon={<IconAlertTriangle />}
      title={missing === 'updated' ? words.consoleUpdated : words.partMissing}
    >
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{words.reloadHint}</Text>
        <Button size="xs" onClick={reloadPage}>
          {words.reload}
        </Button>
      </Stack>
    </Alert>
  )
}
